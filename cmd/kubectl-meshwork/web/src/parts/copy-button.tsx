import { useSignal } from '@preact/signals';
import { visible } from '../core/format';

const noticeTime = 2000;

/** CopyButton copies the text, exactly as it is. */
export function CopyButton({ text, label = 'Copy', title }: { text: string; label?: string; title?: string }) {
  const outcome = useSignal<'' | 'Copied' | 'Not copied'>('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      outcome.value = 'Copied';
    } catch {
      outcome.value = 'Not copied';
    }
    window.setTimeout(() => { outcome.value = ''; }, noticeTime);
  };
  return (
    <button type="button" class="button small" title={title === undefined ? undefined : visible(title)} onClick={() => void copy()}>
      <span aria-live="polite">{outcome.value || label}</span>
    </button>
  );
}
