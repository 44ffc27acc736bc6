import { shorten, visible } from '../core/format';

// SVG neither wraps nor cuts off text, so its width is measured.

type Face = 'title' | 'plain' | 'small';

const faces: Record<Face, string> = { title: '600 12px', plain: '400 12px', small: '400 11.5px' };
const most = 5000;
const widths = new Map<string, number>();
let measure: CanvasRenderingContext2D | null | undefined;

export function widthOf(text: string, face: Face): number {
  const key = `${face} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    measure ??= document.createElement('canvas').getContext('2d');
    if (measure === null) return text.length * 7;
    measure.font = `${faces[face]} ${getComputedStyle(document.body).fontFamily}`;
    width = measure.measureText(text).width;
    if (widths.size >= most) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** fit cuts the middle out of a text that is too wide. */
export function fit(text: string, width: number, face: Face): string {
  const shown = visible(text);
  if (widthOf(shown, face) <= width) return shown;
  let [least, more] = [3, shown.length];
  while (least < more) {
    const middle = Math.ceil((least + more) / 2);
    if (widthOf(shorten(shown, middle), face) <= width) least = middle;
    else more = middle - 1;
  }
  return shorten(shown, least);
}
