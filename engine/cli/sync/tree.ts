// Reads and writes the workflow files of a folder and its subfolders. Fields that belong to one installation are left out of a file.
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
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

export interface FolderContent {
  readonly files: readonly FoundFile[];
  /** Paths that must not be overwritten: links, unreadable files, and files that are not workflows. */
  readonly others: readonly string[];
}

/** Returns what a folder contains, sorted by path; `onFailure` is called for files that cannot be read. */
export async function contentOf(root: string, onFailure: (path: string, error: unknown) => void): Promise<FolderContent> {
  const found: FoundFile[] = [];
  const { paths, others } = await pathsIn(root, '');
  for (const path of paths) {
    try {
      const value = await readJsonFile(join(root, path));
      if (!isRecord(value) || !Array.isArray(value['nodes'])) {
        others.push(path);
        continue;
      }
      const content = openWorkflow(value);
      const tags = tagNames((content as { readonly tags?: unknown }).tags);
      found.push({ path, content, tags, hash: hashOf(syncedText(content, tags)) });
    } catch (error) {
      others.push(path);
      onFailure(path, error);
    }
  }
  return { files: found, others };
}

function tagNames(tags: unknown): readonly string[] {
  const names = (Array.isArray(tags) ? (tags as readonly unknown[]) : []).map((tag) => (isRecord(tag) ? tag['name'] : tag));
  return [...new Set(names.filter((name) => typeof name === 'string').map((name) => name.trim()))].filter((name) => name !== '');
}

/** Folder of npm packages, whose JSON files are not workflows. */
const PACKAGES = 'node_modules';

/** Returns the paths of JSON files and of other files. Links are not followed, and hidden folders, such as .git, are skipped. */
async function pathsIn(root: string, folder: string): Promise<{ readonly paths: string[]; readonly others: string[] }> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const paths: string[] = [];
  const others: string[] = [];
  for (const entry of entries.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === PACKAGES) continue;
    if (entry.isDirectory()) {
      const inner = await pathsIn(root, path);
      paths.push(...inner.paths);
      others.push(...inner.others);
    } else if (entry.isFile() && /\.json$/i.test(entry.name)) paths.push(path);
    else others.push(path);
  }
  return { paths, others };
}

/** The name of a folder of workflows as one of the file system. */
export function folderName(name: string): string {
  const safe = fileNameOf(name).replace(/\.json$/, '');
  return safe.toLowerCase() === PACKAGES ? `${safe} 2` : safe;
}

/** Returns the same key for paths that could be the same file: some file systems ignore case, and some decompose accents. */
export const pathKey = (path: string): string => path.normalize('NFC').toLowerCase();

/** Returns a path for a workflow that no other file of the folder has, ignoring case. */
export function freePath(folder: string, { name }: Pick<WorkflowRecord, 'name'>, isTaken: (path: string) => boolean): string {
  for (let number = 1; ; number++) {
    const path = `${folder === '' ? '' : `${folder}/`}${fileNameOf(name, number)}`;
    if (!isTaken(pathKey(path))) return path;
  }
}

export async function writeFileAt(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeAtomically(join(root, path), text, undefined);
}

/** Moves a file, and removes the folders that this leaves empty. */
export async function moveFileAt(root: string, path: string, target: string): Promise<void> {
  await mkdir(dirname(join(root, target)), { recursive: true });
  await rename(join(root, path), join(root, target));
  await removeEmptyFolders(root, dirname(path));
}

/** Removes a file, and the folders that are empty then. */
export async function removeFileAt(root: string, path: string): Promise<void> {
  await rm(join(root, path), { force: true });
  await removeEmptyFolders(root, dirname(path));
}

async function removeEmptyFolders(root: string, start: string): Promise<void> {
  for (let folder = start; folder !== '.'; folder = dirname(folder)) {
    const isRemoved = await rmdir(join(root, folder)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}
