// The pages of the help with what is generated in them: the keyboard shortcuts, from the editor's own table; and without what the instance does not have.
import { useEffect, useState } from 'react';
import type { Settings } from '../../../engine/contract/rest/editor.ts';
import { i18n } from '../../i18n/index.ts';
import { helpPages, type HelpPageName } from '../../lib/help-pages.ts';
import { useSettings } from '../../state/settings.ts';
import { keysText } from '../../ui/floating/keys.tsx';
import { loadHelpPage } from './help-files.ts';

interface Shortcut {
  readonly label: string;
  readonly entries: readonly { readonly label: string; readonly keys: string | readonly string[] }[];
}

/** Loads the editor's keyboard shortcuts by group. */
export type Shortcuts = () => Promise<readonly Shortcut[]>;

/** The place in a page where the shortcuts are inserted. */
const SHORTCUTS = '<!-- shortcuts -->';

/** Parts that depend on the source of templates, which may be off: `<!-- with the library -->` to `<!-- end -->`. */
const PARTS = /<!-- with (?<source>the library|a host) -->\n(?<part>[^]*?)<!-- end -->\n/g;

/** `templates`: links lead only to screens that this instance has. */
export async function helpPageText(page: HelpPageName, shortcuts: Shortcuts, templates: Settings['templates']): Promise<string> {
  const source = templates.enabled ? (templates.host === '' ? 'the library' : 'a host') : undefined;
  const text = (await loadHelpPage(page)).replaceAll(PARTS, (_, name: string, part: string) => (name === source ? part : ''));
  return text.includes(SHORTCUTS) ? text.replace(SHORTCUTS, shortcutTables(await shortcuts())) : text;
}

function shortcutTables(groups: readonly Shortcut[]): string {
  const head = `| ${i18n.t('help:action')} | ${i18n.t('help:keys')} |\n| --- | --- |`;
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ label, entries }) => {
      const rows = entries.map(({ label: action, keys }) => {
        const texts = [keys].flat().map((each) => `\`${keysText(each)}\``);
        return `| ${action} | ${texts.join(' ')} |`;
      });
      return [`## ${label}\n`, head, ...rows, ''].join('\n');
    })
    .join('\n');
}

export interface LoadedHelpPage {
  readonly name: HelpPageName;
  /** Markdown, which starts with the title. */
  readonly text: string;
}

/** Returns all pages, for the search; undefined while they are loading. */
export function useHelpPages(shortcuts: Shortcuts): readonly LoadedHelpPage[] | undefined {
  const { templates } = useSettings();
  const [pages, setPages] = useState<readonly LoadedHelpPage[]>();
  useEffect(() => {
    let isCurrent = true;
    void Promise.all(helpPages.map(async (name) => ({ name, text: await helpPageText(name, shortcuts, templates) }))).then((loaded) => {
      if (isCurrent) setPages(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [shortcuts, templates]);
  return pages;
}
