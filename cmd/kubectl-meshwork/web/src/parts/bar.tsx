import { grouped } from '../core/format';
import type { Color } from './marks';

export interface Share { value: number; color: Color | 'accent'; word: string }

/** Bar shows shares of a whole. The numbers are in its label, and next to it where there is room. */
export function Bar({ shares, label }: { shares: Share[]; label: string }) {
  const whole = shares.reduce((sum, share) => sum + share.value, 0);
  let x = 0;
  const numbers = shares.map((share) => `${grouped(share.value)} ${share.word}`).join(', ');
  return (
    <svg class="bar" role="img" aria-label={`${label}: ${numbers}`} viewBox="0 0 100 6" preserveAspectRatio="none">
      <rect class="track" width="100" height="6" />
      {whole > 0 && shares.map((share) => {
        // Even the smallest share must be visible.
        const width = share.value === 0 ? 0 : Math.max(2, (share.value / whole) * 100);
        const rect = <rect key={share.word} class={`fill-${share.color}`} x={x} width={Math.min(width, 100 - x)} height="6" />;
        x += width;
        return rect;
      })}
    </svg>
  );
}
