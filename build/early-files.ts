// Adds the files of the first screen to the page, so that browsers fetch them in parallel with the start script.
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** Returns a Vite plugin. `module`: entry of the screen that most visits start with; its chunk and everything it imports are added. */
export function earlyFiles(module: string): Plugin {
  return {
    name: 'early-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = new Map(Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])));
        const first = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module) === true);
        if (first === undefined) throw new Error(`No chunk begins with ${module}: pass the entry module of a screen.`);
        return [...filesOf(first, chunks)].filter((file) => !html.includes(file)).map(tagOf);
      },
    },
  };
}

function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const next = chunks.get(name);
    if (next !== undefined) filesOf(next, chunks, found);
  }
  return found;
}

const tagOf = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: true, href: `./${file}` },
  injectTo: 'head',
});
