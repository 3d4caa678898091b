// Schemas of the values that models choose for tools, made with the package's own copy of zod, which its libraries compare them with.
import type { JsonSchema, ToolField } from '../../sdk/index.ts';

interface ZodType {
  describe(description: string): ZodType;
  optional(): ZodType;
  nullable(): ZodType;
  default(value: unknown): ZodType;
  /** Accepts further fields of an object. */
  passthrough?(): ZodType;
}
type Zod = Readonly<Record<'string' | 'number' | 'boolean' | 'any' | 'null', () => ZodType>> & {
  object(shape: Readonly<Record<string, ZodType>>): ZodType;
  record(key: ZodType, value: ZodType): ZodType;
  array(of: ZodType): ZodType;
  enum(values: readonly string[]): ZodType;
  union(types: readonly ZodType[]): ZodType;
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

  /**
   * Returns the schema for a JSON schema: names, types, choices and descriptions. Values of other keywords are accepted, and checked by the node that
   * receives them.
   */
  fromJson(schema: JsonSchema): ZodType {
    const { description } = schema;
    const type = this.#typeFor(schema);
    return description === undefined ? type : type.describe(description);
  }

  #typeFor({ type, enum: choices, anyOf, oneOf, items, properties = {}, required = [], additionalProperties }: JsonSchema): ZodType {
    const z = this.#z();
    const types = (anyOf ?? oneOf)?.flatMap((each) => (typeof each === 'object' ? [this.fromJson(each)] : [])) ?? [];
    if (types.length > 0) return types.length === 1 ? (types[0] as ZodType) : z.union(types);
    if (Array.isArray(type)) {
      const [only, ...others] = type.filter((each) => each !== 'null');
      const one =
        only === undefined || others.length > 0 ? z.any() : this.#typeFor({ type: only, items, properties, required } as JsonSchema);
      return type.includes('null') ? one.nullable() : one;
    }
    const texts = choices?.filter((each) => typeof each === 'string') ?? [];
    if (texts.length > 0 && texts.length === choices?.length) return z.enum(texts);
    switch (type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return z[type]();
      case 'integer':
        return z.number();
      case 'array':
        return z.array(typeof items === 'object' && !Array.isArray(items) ? this.fromJson(items) : z.any());
      case 'object': {
        const fields = Object.entries(properties).map(([key, field]) => {
          const value = typeof field === 'object' ? this.fromJson(field) : z.any();
          return [key, required.includes(key) ? value : value.optional()] as const;
        });
        const object = z.object(Object.fromEntries(fields));
        return additionalProperties === false ? object : (object.passthrough?.() ?? object);
      }
      default:
        return z.any();
    }
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
