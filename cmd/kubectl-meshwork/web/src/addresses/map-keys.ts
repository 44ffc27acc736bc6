/** step returns the cell to which a key moves in a grid, or undefined if the key does not move. */
export function step(key: string, active: number, count: number, columns: number): number | undefined {
  const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const move = moves[key];
  if (move === undefined) return undefined;
  const next = active + move;
  return next >= 0 && next < count ? next : Math.max(0, active);
}
