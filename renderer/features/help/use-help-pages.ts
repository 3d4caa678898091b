// The pages of the help with what is generated in them: the keyboard shortcuts, from the editor's own table.
import { useEffect, useState } from 'react';
import { i18n } from '../../i18n/index.ts';
import { helpPages, type HelpPageName } from '../../lib/help-pages.ts';
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

export async function helpPageText(page: HelpPageName, shortcuts: Shortcuts): Promise<string> {
  const text = await loadHelpPage(page);
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
  const [pages, setPages] = useState<readonly LoadedHelpPage[]>();
  useEffect(() => {
    let isCurrent = true;
    void Promise.all(helpPages.map(async (name) => ({ name, text: await helpPageText(name, shortcuts) }))).then((loaded) => {
      if (isCurrent) setPages(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [shortcuts]);
  return pages;
}
