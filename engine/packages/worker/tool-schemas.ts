// Schemas of the values that models choose for tools, made with the package's own copy of zod, which its libraries compare them with.
import type { ToolField } from '../../sdk/index.ts';

interface ZodType {
  describe(description: string): ZodType;
  optional(): ZodType;
  default(value: unknown): ZodType;
}
type Zod = Readonly<Record<'string' | 'number' | 'boolean' | 'any', () => ZodType>> & {
  object(shape: Readonly<Record<string, ZodType>>): ZodType;
  record(key: ZodType, value: ZodType): ZodType;
};

export class ToolSchemas {
  readonly #z: () => Zod;

  /** `zod`: returns the package's module of that name. Throws Error if it has none. */
  constructor(zod: () => unknown) {
    this.#z = () => (zod() as { readonly z: Zod }).z;
  }

  /** Returns the schema of an object with these fields. */
  object(fields: readonly ToolField[]): object {
    return this.#z().object(Object.fromEntries(fields.map((field) => [field.key, this.field(field)])));
  }

  /** Returns the schema of one field. */
  field(field: ToolField): ZodType {
    const { type, description, defaultValue: fallback } = field;
    const z = this.#z();
    const plain = type === 'json' ? z.record(z.string(), z.any()) : z[type]();
    const described = description === undefined ? plain : plain.describe(description);
    return fallback === undefined ? described : described.default(fallback);
  }
}
