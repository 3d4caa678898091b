// Keeps the workflow files of a folder and the workflows of the instance owner the same, in both directions.
import { AppError } from '../../contract/errors.ts';
import { importWorkflow, type ImportPorts } from '../../services/imports/import-workflow.ts';
import { folderAt } from '../../services/folders.ts';
import type { WorkflowRecord } from '../../store/index.ts';
import { reasonOf, text } from '../text.ts';
import { stepFor, type Preference, type Side, type Step } from './plan.ts';
import { contentOf, folderName, freePath, hashOf, pathKey, removeFileAt, syncedText, writeFileAt, type FoundFile } from './tree.ts';

export interface SyncPorts extends ImportPorts {
  /** Absolute path. */
  readonly root: string;
  readonly preference: Preference;
  /** `reason`: why a file failed. */
  readonly report: (outcome: Exclude<Step, 'same' | 'forget'> | 'failed' | 'twice', path: string, reason?: string) => void;
}

interface Saved extends Side {
  readonly record: WorkflowRecord;
  readonly text: string;
}

export interface SyncCounts {
  readonly changes: number;
  /** Files that failed, and conflicts. */
  readonly failures: number;
}

/** Files and folders of one round. */
interface Round {
  readonly files: ReadonlyMap<string, FoundFile>;
  /** Keys of the paths that must not be overwritten, and may hide the files of workflows. */
  readonly others: ReadonlySet<string>;
  readonly saved: ReadonlyMap<string, Saved>;
  readonly before: ReadonlyMap<string, Side>;
  /** Paths of the folders of workflows, as in the file system, by id. */
  readonly folders: ReadonlyMap<string, string>;
  readonly after: Map<string, Side>;
}

export class FolderSync {
  readonly #ports: SyncPorts;
  /** Name of the stored setting: what both sides were after the last time, by id. */
  readonly #key: string;
  #changes = 0;
  #failures = 0;

  constructor(ports: SyncPorts) {
    this.#ports = ports;
    this.#key = `sync:${ports.root}`;
  }

  /**
   * Compares both sides once, and makes them the same where only one has changed. Throws BAD_REQUEST if all files are gone: the folder may be on a
   * disk that is not connected.
   */
  async once(): Promise<SyncCounts> {
    this.#changes = 0;
    this.#failures = 0;
    const { store } = this.#ports;
    const ownerId = (await store.users.owner())?.id ?? null;
    const stored = new Map(Object.entries((await store.settings.get(this.#key)) ?? {}) as [string, Side][]);
    const folders = await this.#folderPaths(ownerId);
    const content = await contentOf(this.#ports.root, (path, error) => this.#failed(path, error));
    const files = this.#byId(content.files);
    const others = new Set(content.others.map(pathKey));
    const before = this.#lastTime(stored, files);
    const saved = await this.#saved(ownerId, folders, before, { byId: files, all: content.files, others });
    const round: Round = { files, others, saved, before, folders, after: new Map(before) };
    for (const id of new Set([...files.keys(), ...saved.keys(), ...before.keys()])) {
      const path = files.get(id)?.path ?? saved.get(id)?.path ?? '';
      try {
        await this.#step(id, round);
      } catch (error) {
        this.#failed(path, error);
      }
    }
    if (!sameSides(stored, round.after)) await store.settings.set(this.#key, Object.fromEntries(round.after));
    return { changes: this.#changes, failures: this.#failures };
  }

  /** What both sides were, or nothing if the files are all to be written again. Throws BAD_REQUEST if they are gone and no side is preferred. */
  #lastTime(stored: ReadonlyMap<string, Side>, files: ReadonlyMap<string, FoundFile>): ReadonlyMap<string, Side> {
    const { preference, root } = this.#ports;
    if (files.size > 0 || stored.size === 0 || preference === 'files') return stored;
    if (preference === 'database') return new Map();
    throw new AppError('BAD_REQUEST', text('sync.empty', { path: root }));
  }

  async #step(id: string, round: Round): Promise<void> {
    const { files, others, saved, before, after } = round;
    const [file, record] = [files.get(id), saved.get(id)];
    // A file that cannot be read, such as one with the conflict marks of git, is not gone.
    const isHidden = file === undefined && hiddenBy(before.get(id)?.path ?? '', others);
    if (isHidden && (this.#ports.preference !== 'database' || record === undefined)) {
      throw new AppError('BAD_REQUEST', text('sync.hidden'));
    }
    const step = stepFor(file, record, isHidden ? undefined : before.get(id), this.#ports.preference);
    const path = file?.path ?? record?.path ?? '';
    if (step === 'write' && hiddenBy(folderIn(record?.path ?? ''), others)) throw new AppError('BAD_REQUEST', text('sync.noFolderHere'));
    if (step === 'forget') return void after.delete(id);
    if (step === 'same') return void after.set(id, sideOf(file as FoundFile));
    if (step === 'conflict') this.#failures++;
    else this.#changes++;
    this.#ports.report(step, step === 'write' ? (record?.path ?? path) : path);
    if (step === 'write' && record !== undefined) {
      await writeFileAt(this.#ports.root, record.path, record.text);
      if (file !== undefined && file.path !== record.path) await removeFileAt(this.#ports.root, file.path);
      after.set(id, sideOf(record));
    } else if (step === 'read' && file !== undefined) await this.#read(file, record, round);
    else if (step === 'removeFile') {
      await removeFileAt(this.#ports.root, path);
      after.delete(id);
    } else if (step === 'archive') {
      await this.#archive(id);
      after.delete(id);
    }
  }

  /** Saves a workflow from its file. A new workflow's file gets the id of the workflow. */
  async #read(file: FoundFile, saved: Saved | undefined, { folders, after }: Round): Promise<void> {
    const { store, root } = this.#ports;
    const ownerId = (await store.users.owner())?.id ?? null;
    const current = saved?.record.folderId;
    // The names of several folders may be the same in the file system.
    const isThere = current !== undefined && pathKey(folders.get(current) ?? '') === pathKey(folderIn(file.path));
    const folderId = isThere ? current : await this.#folderOf(file.path, ownerId);
    if (saved?.hash === file.hash) {
      await store.folders.putWorkflows([saved.record.id], folderId);
      after.set(saved.record.id, sideOf(file));
      return;
    }
    const content = { ...file.content, tags: file.tags };
    const { id } = await importWorkflow(content, { defaultName: nameIn(file.path), folderId }, this.#ports);
    await store.workflows.setArchived(id, false);
    const record = await store.workflows.find(id);
    if (record === undefined) return;
    const text = textOf(record);
    const hash = hashOf(text);
    if (hash !== file.hash) await writeFileAt(root, file.path, text);
    after.set(id, { hash, path: file.path });
  }

  async #archive(id: string): Promise<void> {
    const { store } = this.#ports;
    await store.workflows.setActive(id, false);
    await store.workflows.setArchived(id, true);
  }

  /** Files without a usable id are new workflows, under a key that no id has. */
  #byId(files: readonly FoundFile[]): ReadonlyMap<string, FoundFile> {
    const byId = new Map<string, FoundFile>();
    for (const file of files) {
      const { id } = file.content as { readonly id?: unknown };
      const key = typeof id === 'string' || typeof id === 'number' ? String(id) : `new ${file.path}`;
      if (!byId.has(key)) byId.set(key, file);
      else {
        this.#failures++;
        this.#ports.report('twice', file.path);
      }
    }
    return byId;
  }

  /** The workflows of the owner that are not archived. Those that have not moved keep the path of their file. */
  async #saved(
    ownerId: string | null,
    folders: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, Side>,
    files: { readonly byId: ReadonlyMap<string, FoundFile>; readonly all: readonly FoundFile[]; readonly others: ReadonlySet<string> },
  ): Promise<ReadonlyMap<string, Saved>> {
    const { store } = this.#ports;
    const byPath = new Map(files.all.map((file) => [pathKey(file.path), file]));
    const taken = new Set([...byPath.keys(), ...files.others]);
    const saved = new Map<string, Saved>();
    const summaries = await store.workflows.list({ isArchived: false });
    for (const { id, ownerId: of } of summaries.toSorted(
      (one, other) => one.createdAt - other.createdAt || one.id.localeCompare(other.id),
    )) {
      if (of !== null && of !== ownerId) continue;
      const record = await store.workflows.find(id);
      if (record === undefined) continue;
      const folder = record.folderId === undefined ? '' : (folders.get(record.folderId) ?? '');
      const text = textOf(record);
      const hash = hashOf(text);
      const file = files.byId.get(id);
      const last = before.get(id)?.path ?? file?.path;
      const isRenamed = file !== undefined && file.content.name !== record.name;
      const path =
        last !== undefined &&
        isPathFor(
          last,
          freePath(folder, record, () => false),
          isRenamed,
        )
          ? last
          : // A synchronization that was killed may have written the file already.
            freePath(folder, record, (each) => taken.has(each) && !isCopy(byPath.get(each), id, hash));
      taken.add(pathKey(path));
      saved.set(id, { record, text, hash, path });
    }
    return saved;
  }

  /** Returns the paths of the owner's folders in the file system by id. */
  async #folderPaths(ownerId: string | null): Promise<ReadonlyMap<string, string>> {
    const all = await this.#ports.store.folders.list(ownerId === null ? {} : { ownerId });
    const byId = new Map(all.map((folder) => [folder.id, folder]));
    const pathOf = (id: string | null): string => {
      const folder = id === null ? undefined : byId.get(id);
      if (folder === undefined) return '';
      const above = pathOf(folder.parentId);
      return `${above === '' ? '' : `${above}/`}${folderName(folder.name)}`;
    };
    return new Map(all.map(({ id }) => [id, pathOf(id)]));
  }

  /** Returns the folder of workflows for a file; creates the ones that are missing. */
  async #folderOf(path: string, ownerId: string | null): Promise<string | null> {
    const folder = folderIn(path);
    if (folder === '') return null;
    const known = [...(await this.#folderPaths(ownerId))].find(([, each]) => pathKey(each) === pathKey(folder));
    if (known !== undefined) return known[0];
    if (ownerId === null) return null;
    return folderAt(folder.split('/'), ownerId, { ...this.#ports, folders: this.#ports.store.folders });
  }

  #failed(path: string, error: unknown): void {
    this.#failures++;
    this.#ports.report('failed', path, reasonOf(error));
  }
}

const sideOf = ({ hash, path }: Side): Side => ({ hash, path });

const textOf = ({ file, tags }: WorkflowRecord): string =>
  syncedText(
    file,
    tags.map(({ name }) => name),
  );

const folderIn = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/i, '');

/** Whether a path is the one that a workflow's file should have. A number that keeps workflows with one name apart stays until a rename. */
function isPathFor(path: string, expected: string, isRenamed: boolean): boolean {
  const [key, expectedKey] = [pathKey(path), pathKey(expected)];
  if (key === expectedKey) return true;
  return !isRenamed && folderIn(key) === folderIn(expectedKey) && nameIn(key).replace(/ \d+$/, '') === nameIn(expectedKey);
}

const isCopy = (file: FoundFile | undefined, id: string, hash: string): boolean =>
  file !== undefined && file.hash === hash && String(file.content.id) === id;

/** Whether a path, or a folder above it, is one of the others. */
function hiddenBy(path: string, others: ReadonlySet<string>): boolean {
  for (let at = pathKey(path); at !== ''; at = folderIn(at)) if (others.has(at)) return true;
  return false;
}

const sameSides = (one: ReadonlyMap<string, Side>, other: ReadonlyMap<string, Side>): boolean =>
  one.size === other.size && [...one].every(([id, side]) => other.get(id)?.hash === side.hash && other.get(id)?.path === side.path);
