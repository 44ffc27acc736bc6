/** Window is the part of a long list that is drawn. */
interface Window { first: number; last: number }

/** windowOf returns the rows in view and some before and after, so that a fast scroll does not show empty space. */
export function windowOf(scrollTop: number, height: number, rowHeight: number, count: number, spare = 10): Window {
  const first = Math.floor(scrollTop / rowHeight) - spare;
  const last = Math.ceil((scrollTop + height) / rowHeight) + spare;
  return { first: Math.max(0, Math.min(first, count)), last: Math.max(0, Math.min(last, count)) };
}

/** scrollTo returns the position at which the row is in view, as near as possible to the present one. */
export function scrollTo(index: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return scrollTop;
}

/** step returns the row to which a key moves, or undefined if the key does not move. */
export function step(key: string, active: number, count: number, page: number): number | undefined {
  const last = count - 1;
  const to = (index: number) => Math.max(0, Math.min(last, index));
  switch (key) {
    case 'ArrowDown': return to(active + 1);
    case 'ArrowUp': return to(active - 1);
    case 'PageDown': return to(active + page);
    case 'PageUp': return to(active - page);
    case 'Home': return 0;
    case 'End': return last;
    default: return undefined;
  }
}
