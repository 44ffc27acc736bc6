import type { Block, Document, Mark, Remedy } from '../core/protocol';

/** Section is a heading with its blocks. */
export interface Section { heading: Block | undefined; blocks: Block[] }

/** Checks are the parts of an explanation: checks that failed or are unclear, and checks that passed. */
export interface Checks { failed: Section[]; passed: Section[]; passedChecks: number }

/** remedies is the heading of the last section. */
const remedies = 'What to do';

/** checksOf separates the checks that passed from the others. Notes and tables stay with the failures of their section. */
export function checksOf(document: Document): Checks {
  const failed: Section[] = [];
  const passed: Section[] = [];
  for (const section of sectionsOf(document)) {
    if (section.heading?.text === remedies) {
      failed.push(section);
      continue;
    }
    const good = section.blocks.filter(isPassed);
    const rest = section.blocks.filter((block) => !isPassed(block));
    if (!rest.some(needsAttention)) passed.push(section);
    else {
      failed.push({ heading: section.heading, blocks: [...rest.filter(needsAttention), ...rest.filter((block) => !needsAttention(block))] });
      if (good.length > 0) passed.push({ heading: section.heading, blocks: good });
    }
  }
  const passedChecks = passed.flatMap((section) => section.blocks).filter(isPassed).length;
  return { failed, passed, passedChecks };
}

/** routes is the heading of the section with the routes and, after them, their rules. */
const routes = 'Routes';

/** rulesOf returns the rules of the routes, with their shares. */
export function rulesOf(document: Document): Block[] {
  return sectionsOf(document).find(({ heading }) => heading?.text === routes)?.blocks.filter(isRule) ?? [];
}

/** withoutRules leaves out the rules of the routes, which the page shows below the drawing. */
export function withoutRules(document: Document): Document {
  return documentOf(sectionsOf(document).map(({ heading, blocks }) => (
    { heading, blocks: heading?.text === routes ? blocks.filter((block) => !isRule(block)) : blocks }
  )));
}

/** isRule includes the paragraph that counts further rules. */
function isRule({ kind, mark }: Block): boolean { return kind === 'share' || kind === 'paragraph' || (kind === 'item' && mark === 'Neutral'); }

function isPassed(block: Block): boolean { return block.kind === 'item' && block.mark === 'Good'; }

const alarming: (Mark | undefined)[] = ['Bad', 'Caution', 'Unclear'];

function needsAttention(block: Block): boolean { return block.kind === 'item' && alarming.includes(block.mark); }

function sectionsOf({ blocks }: Document): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.kind === 'headline') continue; // it is in the title of the page
    if (block.kind === 'heading') sections.push({ heading: block, blocks: [] });
    else if (sections.length === 0) sections.push({ heading: undefined, blocks: [block] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

/** documentOf joins sections again. */
export function documentOf(sections: Section[]): Document {
  return { blocks: sections.flatMap(({ heading, blocks }) => (heading === undefined ? blocks : [heading, ...blocks])) };
}

/** withoutRemedy leaves out the remedy that is shown above, and its heading if there is no other. */
export function withoutRemedy(document: Document, remedy: Remedy): Document {
  const start = document.blocks.findLastIndex((block) => block.kind === 'heading');
  const isShown = remedy.command === undefined
    ? (block: Block) => block.kind === 'paragraph' && block.text === remedy.why
    : (block: Block) => block.kind === 'command' && block.text === remedy.command;
  const at = document.blocks.findIndex((block, index) => index > start && isShown(block));
  if (start < 0 || at < 0) return document;
  const remarks = document.blocks[at + 1]?.kind === 'remark' ? 1 : 0;
  const rest = [...document.blocks.slice(start + 1, at), ...document.blocks.slice(at + 1 + remarks)];
  return { blocks: [...document.blocks.slice(0, rest.length === 0 ? start : start + 1), ...rest] };
}
