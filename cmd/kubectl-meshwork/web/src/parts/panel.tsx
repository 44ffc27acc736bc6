import type { ComponentChildren } from 'preact';

interface PanelProps { title: string; children: ComponentChildren; aside?: ComponentChildren; id?: string | undefined; kind?: string }

/** Panel is a section with a heading. */
export function Panel({ title, children, aside, id, kind = '' }: PanelProps) {
  const heading = `${id ?? title.toLowerCase().replace(/\W+/g, '-')}-heading`;
  return (
    <section class={`panel ${kind}`} aria-labelledby={heading} id={id}>
      <header class="panel-head">
        <h2 id={heading}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Nothing explains an empty place. */
export function Nothing({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="nothing">
      <p class="nothing-title">{title}</p>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

/** Skeleton reserves the place of loading content. The style sheet shows it only after 200 ms. */
export function Skeleton({ lines = 4, label }: { lines?: number; label: string }) {
  return (
    <div class="skeleton" role="status">
      <span class="unseen">Loading {label}</span>
      {Array.from({ length: lines }, (_, line) => <div key={line} class="skeleton-line" aria-hidden />)}
    </div>
  );
}
