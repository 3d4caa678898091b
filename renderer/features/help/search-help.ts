// The search of the help: sections of pages and nodes that contain all words.
import type { NodeDescription } from '../../../engine/workflow/node-type.ts';
import { helpPath, nodeHelpPath } from '../../lib/help-pages.ts';
import { fold } from '../../lib/match-text.ts';
import { anchorOf } from './help-html.ts';
import type { LoadedHelpPage } from './use-help-pages.ts';

export interface HelpResult {
  readonly to: string;
  readonly title: string;
  /** What matches, in one line. */
  readonly excerpt: string;
}

const MAX_RESULTS = 30;
/** Characters of an excerpt before and after the first word that matches. */
const AROUND = 40;

type SearchedNode = Pick<NodeDescription, 'name' | 'displayName' | 'description' | 'codex'>;

/** Results whose title contains the words are first. */
export function searchHelp(words: string, pages: readonly LoadedHelpPage[], nodes: readonly SearchedNode[]): readonly HelpResult[] {
  const typed = fold(words).split(/\s+/).filter(Boolean);
  const matches = (text: string): boolean => typed.every((word) => fold(text).includes(word));
  const byType = new Map(nodes.map((node) => [node.name, node]));
  const entries = [
    ...pages.flatMap(sectionsOf).map((section) => ({ ...section, keywords: '' })),
    ...[...byType.values()].map(({ name, displayName, description, codex }) => ({
      to: nodeHelpPath(name),
      title: displayName,
      text: description,
      keywords: codex?.alias?.join(' ') ?? '',
    })),
  ];
  const found = entries.filter(({ title, text, keywords }) => matches(`${title} ${text} ${keywords}`));
  return found
    .toSorted((one, other) => Number(matches(other.title)) - Number(matches(one.title)))
    .slice(0, MAX_RESULTS)
    .map(({ to, title, text }) => ({ to, title, excerpt: excerptOf(text, typed) }));
}

interface Section extends Pick<HelpResult, 'to' | 'title'> {
  readonly text: string;
}

/** Returns the parts of a page between its headings. */
function sectionsOf({ name, text }: LoadedHelpPage): readonly Section[] {
  const [, page = ''] = /^# (.*)$/m.exec(text) ?? [];
  return text.split(/^(?=#{1,3} )/m).flatMap((part): readonly Section[] => {
    const [, level = '', heading = '', body = ''] = /^(#+) (.*)\n([^]*)$/.exec(part) ?? [];
    if (heading === '') return [];
    const content = plainText(body);
    const title = plainText(heading);
    return level === '#'
      ? [{ to: helpPath(name), title, text: content }]
      : [{ to: `${helpPath(name)}#${anchorOf(title)}`, title: `${page}: ${title}`, text: content }];
  });
}

const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^[|\s-]+$|^```.*$|^\s*(?:-|\d+\.) /gm, '')
    .replaceAll(/\]\([^)]*\)|[*`[\]]|\b_|_\b/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function excerptOf(text: string, [first = '']: readonly string[]): string {
  const at = Math.max(0, fold(text).indexOf(first));
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + first.length + AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
}
