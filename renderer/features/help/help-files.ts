// The texts of the help, from the files in resources/help. Each is loaded when it is needed.
import type { HelpPageName } from '../../lib/help-pages.ts';

type Load = () => Promise<string>;

const pages = import.meta.glob<string>('../../../resources/help/*.md', { query: '?raw', import: 'default' });
const nodes = import.meta.glob<string>('../../../resources/help/nodes/*.md', { query: '?raw', import: 'default' });

const loadOf = (files: Readonly<Record<string, Load>>, name: string): Load | undefined =>
  Object.entries(files).find(([path]) => path.endsWith(`/${name}.md`))?.[1];

/** Returns the Markdown of a page, which starts with its title. */
export async function loadHelpPage(page: HelpPageName): Promise<string> {
  const load = loadOf(pages, page);
  if (load === undefined) throw new Error(`resources/help/${page}.md is missing`);
  return load();
}

/** Returns the hand-written documentation of a core node, whose file is named after the type; undefined if it has none. */
export const loadNodeText = async (type: string): Promise<string | undefined> => loadOf(nodes, type.slice(type.lastIndexOf('.') + 1))?.();
