import type { ComponentChildren } from 'preact';
import { grouped } from '../core/format';

interface Tab { id: string; label: string; count?: number; content: () => ComponentChildren }

interface TabsProps { tabs: Tab[]; chosen: string; onChoose: (id: string) => void; label: string }

/** Tabs follow the pattern of WAI-ARIA: one stop for the Tab key, arrows between the tabs. */
export function Tabs({ tabs, chosen, onChoose, label }: TabsProps) {
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === current?.id);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = tabs[(target + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: name, count }) => (
          <button
            key={id} type="button" role="tab" id={`tab-${id}`} aria-selected={id === current?.id} tabIndex={id === current?.id ? 0 : -1}
            aria-controls="tab-content" onClick={() => onChoose(id)}
          >
            {name}{count !== undefined && count > 0 && <span class="tab-count">{grouped(count)}</span>}
          </button>
        ))}
      </div>
      <div class="tab-content" role="tabpanel" id="tab-content" aria-labelledby={`tab-${current?.id ?? ''}`} tabIndex={0}>
        {current?.content()}
      </div>
    </>
  );
}
