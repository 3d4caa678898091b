// Lists the files that a code process consists of, which are the only files it may read.
import type { Plugin } from 'vite';

const entries = ['sandbox-host', 'sandbox-worker'];

/** Writes `sandbox-files.json` beside the two entry files of a code process, with relative paths. */
export function sandboxFiles(): Plugin {
  return {
    name: 'sandbox-files',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = new Set<string>();
      const add = (file: string): void => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || files.has(file)) return;
        files.add(file);
        for (const imported of [...chunk.imports, ...chunk.dynamicImports]) add(imported);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry && entries.includes(chunk.name)) add(chunk.fileName);
      this.emitFile({ type: 'asset', fileName: 'sandbox-files.json', source: JSON.stringify([...files].toSorted()) });
    },
  };
}
