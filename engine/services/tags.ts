// Use cases of tags.
import { AppError } from '../contract/errors.ts';
import type { Tag } from '../contract/rest/tags.ts';
import type { TagRecord, TagRepository } from '../store/index.ts';
import { ownOnly, type Asker } from './access.ts';

/** Maximum length of a tag's name. */
const NAME_LENGTH = 24;

export interface TagServicePorts {
  readonly tags: TagRepository;
  readonly now: () => number;
  readonly ids: () => string;
}

export class TagService {
  readonly #ports: TagServicePorts;

  constructor(ports: TagServicePorts) {
    this.#ports = ports;
  }

  /** Counted are the workflows that the caller sees. */
  async list(asker: Asker, withUsageCount = false): Promise<Tag[]> {
    return (await this.#ports.tags.list(ownOnly(asker))).map((tag) => visible(tag, withUsageCount));
  }

  /** Throws TAG_NOT_FOUND. */
  async get(id: string): Promise<Tag> {
    const tag = await this.#ports.tags.get(id);
    if (tag === undefined) throw notFound(id);
    return visible(tag, false);
  }

  /** Throws TAG_INVALID or TAG_EXISTS. */
  async create(requestedName: string): Promise<Tag> {
    const name = await this.#freeName(requestedName);
    const id = this.#ports.ids();
    await this.#ports.tags.add(id, name, this.#ports.now());
    return this.get(id);
  }

  /** Throws TAG_INVALID, TAG_EXISTS or TAG_NOT_FOUND. Renaming a tag to its own name succeeds. */
  async rename(id: string, requested: string): Promise<Tag> {
    await this.get(id);
    await this.#ports.tags.rename(id, await this.#freeName(requested, id), this.#ports.now());
    return this.get(id);
  }

  /** Throws TAG_NOT_FOUND. */
  async remove(id: string): Promise<true> {
    if (!(await this.#ports.tags.remove(id))) throw notFound(id);
    return true;
  }

  async #freeName(requestedName: string, ownId?: string): Promise<string> {
    const name = requestedName.trim();
    if (name === '') throw new AppError('TAG_INVALID', 'The tag name cannot be empty. Give the tag a name.');
    if (name.length > NAME_LENGTH) {
      throw new AppError('TAG_INVALID', `The tag name is too long: it can have at most ${NAME_LENGTH} characters. Shorten it.`, {
        params: { most: NAME_LENGTH },
      });
    }
    const other = await this.#ports.tags.findByName(name);
    if (other !== undefined && other.id !== ownId) {
      throw new AppError('TAG_EXISTS', `The tag "${other.name}" already exists. Choose another name.`, { params: { name: other.name } });
    }
    return name;
  }
}

const notFound = (id: string): AppError => new AppError('TAG_NOT_FOUND', `There is no tag with the id "${id}".`, { params: { id } });

const visible = ({ id, name, createdAt, updatedAt, usageCount }: TagRecord, withUsageCount: boolean): Tag => ({
  id,
  name,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  ...(withUsageCount ? { usageCount } : {}),
});
