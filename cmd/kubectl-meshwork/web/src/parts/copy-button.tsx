import { useSignal } from '@preact/signals';

const noticeTime = 2000;

/** CopyButton copies the text, exactly as it is. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
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
    <button type="button" class="button small" onClick={() => void copy()}>
      <span aria-live="polite">{outcome.value || label}</span>
    </button>
  );
}
