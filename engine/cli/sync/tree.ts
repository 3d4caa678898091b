// Reads and writes the workflow files of a folder and its subfolders. Fields that belong to one installation are left out of a file.
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { WorkflowRecord } from '../../store/index.ts';
import { workflowText } from '../../workflow/file/export.ts';
import { openWorkflow } from '../../workflow/file/import.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { fileNameOf, writeAtomically } from '../file-output.ts';
import { readJsonFile } from '../workflow-source.ts';

/** Fields that belong to an installation, or change without the workflow. */
const noise: ReadonlySet<string> = new Set([
  'active', 'createdAt', 'updatedAt', 'version', 'versionId', 'versionCounter', 'activeVersionId', 'triggerCount', 'shared', 'ownedBy', 'isArchived',
  'folderId', 'parentFolder', 'parentFolderId', 'homeProject', 'scopes', 'staticData',
]); // oxfmt-ignore
/** The first fields of a file, in this order. The others follow by name. */
const firstFields = ['id', 'name', 'tags', 'settings', 'nodes', 'connections', 'pinData'];

/** Returns the text of a workflow's file: the same for the same workflow, on every installation. n8n opens it. */
export function syncedText(file: WorkflowFile, tags: readonly string[]): string {
  const content: Record<string, unknown> = { ...file, id: String(file.id), tags: tags.toSorted().map((name) => ({ name })) };
  const { instanceId: _instance, ...meta } = isRecord(content['meta']) ? content['meta'] : {};
  if (Object.keys(meta).length === 0) delete content['meta'];
  else content['meta'] = meta;
  const names = Object.keys(content).filter((name) => !noise.has(name) && content[name] !== undefined);
  const ordered = [
    ...firstFields.filter((name) => names.includes(name)),
    ...names.filter((name) => !firstFields.includes(name)).toSorted(),
  ];
  return workflowText(Object.fromEntries(ordered.map((name) => [name, content[name]])) as unknown as WorkflowFile);
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

export interface FoundFile {
  /** Path in the folder, with slashes. */
  readonly path: string;
  readonly content: WorkflowFile;
  /** Names of tags. */
  readonly tags: readonly string[];
  /** Hash of the text that `syncedText` returns for it, however it is formatted. */
  readonly hash: string;
}

/** Returns the workflow files of a folder by path. Other files are left out; `onFailure` is called for those that cannot be read. */
export async function filesIn(root: string, onFailure: (path: string, error: unknown) => void): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of await jsonFilesIn(root, '')) {
    try {
      const value = await readJsonFile(join(root, path));
      if (!isRecord(value) || !Array.isArray(value['nodes'])) continue;
      const content = openWorkflow(value);
      const tags = tagNames((content as { readonly tags?: unknown }).tags);
      found.push({ path, content, tags, hash: hashOf(syncedText(content, tags)) });
    } catch (error) {
      onFailure(path, error);
    }
  }
  return found;
}

function tagNames(tags: unknown): readonly string[] {
  const names = (Array.isArray(tags) ? (tags as readonly unknown[]) : []).map((tag) => (isRecord(tag) ? tag['name'] : tag));
  return [...new Set(names.filter((name) => typeof name === 'string').map((name) => name.trim()))].filter((name) => name !== '');
}

/** Links are not followed, and hidden folders, such as those of git, are left out. */
async function jsonFilesIn(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) paths.push(...(await jsonFilesIn(root, path)));
    else if (entry.isFile() && /\.json$/i.test(entry.name)) paths.push(path);
  }
  return paths;
}

/** The name of a folder of workflows as one of the file system. */
export const folderName = (name: string): string => fileNameOf(name).replace(/\.json$/, '');

/** Returns a path for a workflow that no other file of the folder has, ignoring case. */
export function freePath(folder: string, { name }: Pick<WorkflowRecord, 'name'>, isTaken: (path: string) => boolean): string {
  for (let number = 1; ; number++) {
    const path = `${folder === '' ? '' : `${folder}/`}${fileNameOf(name, number)}`;
    if (!isTaken(path.toLowerCase())) return path;
  }
}

export async function writeFileAt(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeAtomically(join(root, path), text, undefined);
}

/** Removes a file, and the folders that are empty then. */
export async function removeFileAt(root: string, path: string): Promise<void> {
  await rm(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const isRemoved = await rmdir(join(root, folder)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}
