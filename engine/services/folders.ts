// Use cases of folders of workflows. The workflows and folders in a folder belong to its user.
import { AppError } from '../contract/errors.ts';
import { FOLDER_DEPTH, FOLDER_NAME_LENGTH } from '../contract/rest/constants.ts';
import type { Folder, FolderMove } from '../contract/rest/folders.ts';
import type { FolderRecord, FolderRepository, WorkflowRepository } from '../store/index.ts';
import { ownOnly, visibleWorkflow, type Asker } from './access.ts';

export interface FolderServicePorts {
  readonly folders: FolderRepository;
  readonly workflows: WorkflowRepository;
  /** Returns the id of the instance owner. What the command line added before the set-up is the owner's, too. */
  readonly instanceOwner: () => Promise<string | undefined>;
  readonly now: () => number;
  readonly ids: () => string;
}

interface NewFolder {
  readonly name: string;
  readonly parentId?: string | null;
}

/** The folders that the caller sees, by id. */
type Folders = ReadonlyMap<string, FolderRecord>;

export class FolderService {
  readonly #ports: FolderServicePorts;
  /** Changes happen one at a time, so that they are checked against what is stored. */
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(ports: FolderServicePorts) {
    this.#ports = ports;
  }

  /** Returns the folders that the caller sees, sorted by name. */
  async list(asker: Asker): Promise<Folder[]> {
    return (await this.#ports.folders.list(ownOnly(asker))).map(folderView);
  }

  /** Throws FOLDER_NOT_FOUND. */
  async get(id: string, asker: Asker): Promise<Folder> {
    return folderView(await this.#visible(id, asker));
  }

  /** Creates a folder. In a folder of another user, which the instance owner sees, it belongs to that user. Throws FOLDER_INVALID, FOLDER_EXISTS, FOLDER_NOT_FOUND. */
  create({ name, parentId = null }: NewFolder, asker: Asker): Promise<Folder> {
    return this.#change(async () => {
      const { folders, ids, now } = this.#ports;
      const parent = parentId === null ? undefined : await this.#visible(parentId, asker);
      const ownerId = parent === undefined ? asker.userId : parent.ownerId;
      const id = ids();
      const visible = await this.#all(asker);
      await this.#assertFits({ id, name: checkedName(name), parentId, ownerId }, visible);
      await folders.add({ id, name: checkedName(name), parentId, ownerId, createdAt: now() });
      return this.get(id, asker);
    });
  }

  /** Renames a folder, or moves it. Throws FOLDER_INVALID, FOLDER_EXISTS, FOLDER_NOT_FOUND. */
  update(id: string, changes: Partial<NewFolder>, asker: Asker): Promise<Folder> {
    return this.#change(async () => {
      const folder = await this.#visible(id, asker);
      await this.#put(folder, changes, await this.#all(asker), asker);
      return this.get(id, asker);
    });
  }

  /** Deletes a folder with the folders in it. Their workflows move to the folder that it was in. Throws FOLDER_NOT_FOUND. */
  remove(id: string, asker: Asker): Promise<true> {
    return this.#change(async () => {
      await this.#visible(id, asker);
      await this.#ports.folders.remove(id);
      return true as const;
    });
  }

  /** Moves workflows and folders: all of them, or none. Throws FOLDER_NOT_FOUND, WORKFLOW_NOT_FOUND, FOLDER_INVALID, FOLDER_EXISTS. */
  move({ workflows = [], folders = [], to }: FolderMove, asker: Asker): Promise<true> {
    return this.#change(async () => {
      const target = to === null ? undefined : await this.#visible(to, asker);
      for (const id of workflows) {
        const { ownerId } = await visibleWorkflow(this.#ports.workflows, id, asker);
        if (target !== undefined) await this.#assertSameOwner(ownerId, target);
      }
      const visible = await this.#all(asker);
      const moved: FolderRecord[] = [];
      for (const id of new Set(folders)) moved.push(await this.#visible(id, asker));
      // What lies in a folder that moves goes with it.
      const roots = moved.filter(({ parentId }) => !moved.some((other) => isWithin(parentId, other.id, visible)));
      for (const folder of roots) await this.#assertFits({ ...folder, parentId: to }, visible, roots);
      for (const folder of roots) await this.#put(folder, { parentId: to }, visible, asker, roots);
      await this.#ports.folders.putWorkflows(workflows, to);
      return true as const;
    });
  }

  /** Returns the id of a folder in which the caller can save a new workflow. Throws FOLDER_NOT_FOUND; FOLDER_INVALID if it belongs to another user. */
  async placeFor(id: string, asker: Asker): Promise<string> {
    await this.#assertSameOwner(asker.userId, await this.#visible(id, asker));
    return id;
  }

  async #put(
    folder: FolderRecord,
    changes: Partial<NewFolder>,
    visible: Folders,
    asker: Asker,
    moved: readonly FolderRecord[] = [folder],
  ): Promise<void> {
    const { folders, now } = this.#ports;
    const name = changes.name === undefined ? folder.name : checkedName(changes.name);
    const parentId = changes.parentId === undefined ? folder.parentId : changes.parentId;
    if (parentId !== null) await this.#visible(parentId, asker);
    await this.#assertFits({ ...folder, name, parentId }, visible, moved);
    if (!(await folders.update(folder.id, { name, parentId, now: now() }))) throw notFound(folder.id);
  }

  /** Throws if a folder cannot be in its parent: it would be in itself, too deep, of another user, or beside one with its name. */
  async #assertFits(
    folder: Pick<FolderRecord, 'id' | 'name' | 'parentId' | 'ownerId'>,
    visible: Folders,
    moved: readonly FolderRecord[] = [],
  ): Promise<void> {
    const parent = folder.parentId === null ? undefined : visible.get(folder.parentId);
    if (isWithin(folder.parentId, folder.id, visible)) {
      throw new AppError('FOLDER_INVALID', `The folder "${folder.name}" cannot be moved into itself. Choose another folder.`);
    }
    if (depthOf(folder.parentId, visible) + heightOf(folder.id, visible) > FOLDER_DEPTH) {
      throw tooDeep();
    }
    if (parent !== undefined) await this.#assertSameOwner(folder.ownerId, parent);
    const owner = await this.#userOf(folder.ownerId);
    for (const other of [...visible.values(), ...moved.map((each) => ({ ...each, parentId: folder.parentId }))]) {
      if (other.id === folder.id || other.parentId !== folder.parentId || !sameName(other.name, folder.name)) continue;
      if ((await this.#userOf(other.ownerId)) !== owner) continue;
      throw new AppError('FOLDER_EXISTS', `There is a folder "${other.name}" in this place already. Choose another name.`, {
        params: { name: other.name },
      });
    }
  }

  async #assertSameOwner(ownerId: string | null, folder: FolderRecord): Promise<void> {
    if ((await this.#userOf(ownerId)) === (await this.#userOf(folder.ownerId))) return;
    throw new AppError('FOLDER_INVALID', `The folder "${folder.name}" belongs to another user. Choose a folder of the same user.`);
  }

  async #userOf(ownerId: string | null): Promise<string | undefined> {
    return ownerId ?? (await this.#ports.instanceOwner());
  }

  async #all(asker: Asker): Promise<Folders> {
    return new Map((await this.#ports.folders.list(ownOnly(asker))).map((folder) => [folder.id, folder]));
  }

  async #visible(id: string, asker: Asker): Promise<FolderRecord> {
    const folder = await this.#ports.folders.get(id);
    const { ownerId } = ownOnly(asker);
    if (folder === undefined || (ownerId !== undefined && folder.ownerId !== ownerId)) throw notFound(id);
    return folder;
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const change = this.#lastChange.then(work);
    this.#lastChange = change.catch(() => undefined);
    return change;
  }
}

/**
 * Returns the id of the owner's folder at a path of names, the outermost first; creates missing folders. Throws FOLDER_INVALID if a name is empty or
 * too long, or the path too deep.
 */
export async function folderAt(
  names: readonly string[],
  ownerId: string,
  { folders, ids, now }: Pick<FolderServicePorts, 'folders' | 'ids' | 'now'>,
): Promise<string> {
  if (names.length > FOLDER_DEPTH) throw tooDeep();
  const all = [...(await folders.list({ ownerId }))];
  let parentId: string | null = null;
  for (const requested of names) {
    const name = checkedName(requested);
    const existing = all.find((folder) => folder.parentId === parentId && sameName(folder.name, name));
    const id: string = existing?.id ?? ids();
    if (existing === undefined) await folders.add({ id, name, parentId, ownerId, createdAt: now() });
    parentId = id;
  }
  return parentId ?? '';
}

/** Whether a place is a folder, or lies in it. */
function isWithin(place: string | null, folderId: string, folders: Folders): boolean {
  for (let at = place; at !== null; at = folders.get(at)?.parentId ?? null) if (at === folderId) return true;
  return false;
}

/** Number of folders from the top level to this place. */
function depthOf(place: string | null, folders: Folders): number {
  let depth = 0;
  for (let at = place; at !== null; at = folders.get(at)?.parentId ?? null) depth++;
  return depth;
}

/** Number of levels that a folder with its inner ones takes. */
function heightOf(id: string, folders: Folders): number {
  const depth = depthOf(id, folders);
  const inner = [...folders.keys()].filter((each) => isWithin(each, id, folders));
  return 1 + Math.max(0, ...inner.map((each) => depthOf(each, folders) - depth));
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Matches a visible character. Spaces and format characters, such as zero-width spaces, are invisible. */
const isVisible = /[^\p{Z}\p{Cf}]/u;

function checkedName(requested: string): string {
  // Equal-looking names get the same characters.
  const name = requested
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  if (!isVisible.test(name)) throw new AppError('FOLDER_INVALID', 'The name of a folder cannot be empty. Give it a name.');
  if (name.length <= FOLDER_NAME_LENGTH) return name;
  throw new AppError('FOLDER_INVALID', `The name of a folder can have at most ${FOLDER_NAME_LENGTH} characters. Shorten it.`, {
    params: { most: FOLDER_NAME_LENGTH },
  });
}

const tooDeep = (): AppError =>
  new AppError('FOLDER_INVALID', `Folders can be ${FOLDER_DEPTH} levels deep. Choose a folder further up.`, {
    params: { most: FOLDER_DEPTH },
  });

const notFound = (id: string): AppError => new AppError('FOLDER_NOT_FOUND', `There is no folder with the id "${id}".`, { params: { id } });

const folderView = ({ id, name, parentId, ownerId, createdAt, updatedAt, workflows }: FolderRecord): Folder => ({
  id,
  name,
  ...(parentId === null ? {} : { parentId }),
  workflows,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  ...(ownerId === null ? {} : { ownedBy: { id: ownerId } }),
});
