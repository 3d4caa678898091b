// /rest/imports
import { importRoutes, type ImportReport } from '../../contract/rest/imports.ts';
import type { Mount } from '../mount.ts';

export type ImportHome = (folder: string, key: string | undefined) => Promise<ImportReport>;

export function mountImports(mount: Mount, importN8nHome: ImportHome): void {
  mount(importRoutes.n8nHome, ({ body }) => importN8nHome(body.folder, body.key));
}
