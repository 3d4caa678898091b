// Use cases of the variables that expressions read as `$vars`.
import { AppError } from '../contract/errors.ts';
import { VARIABLE_NAME_LENGTH, VARIABLE_VALUE_LENGTH, variableName } from '../contract/rest/constants.ts';
import type { Variable } from '../contract/rest/variables.ts';
import type { VariableRecord, VariableRepository } from '../store/index.ts';

/** Maximum number of variables, which are all held in memory. */
const MOST = 1000;

export interface VariableServicePorts {
  readonly variables: VariableRepository;
  readonly ids: () => string;
  readonly now: () => number;
  /** Called with all values by name when they have changed. */
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

interface NewVariable {
  readonly key: string;
  readonly value: string;
}

/** Returns the values by name. */
export async function variableValues(variables: Pick<VariableRepository, 'list'>): Promise<Readonly<Record<string, string>>> {
  // Names may be those of members that objects inherit.
  const values = Object.create(null) as Record<string, string>;
  for (const { name, value } of await variables.list()) values[name] = value;
  return values;
}

export class VariableService {
  readonly #ports: VariableServicePorts;
  /** Changes happen one at a time, so that two variables do not get the same name. */
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(ports: VariableServicePorts) {
    this.#ports = ports;
  }

  /** Makes the stored variables known to runs. Called when the server starts. */
  async load(): Promise<void> {
    this.#ports.onChange(await variableValues(this.#ports.variables));
  }

  async list(): Promise<Variable[]> {
    return (await this.#ports.variables.list()).map(variableView);
  }

  /** Throws BAD_REQUEST for an invalid or taken name, and for a value that is too long. */
  create(requested: NewVariable): Promise<Variable> {
    return this.#change(async () => {
      const variable = { id: this.#ports.ids(), ...(await this.#checked(requested)) };
      await this.#ports.variables.add(variable, this.#ports.now());
      return variableView(variable);
    });
  }

  /** Throws NOT_FOUND, and BAD_REQUEST as `create` does. */
  update(id: string, requested: NewVariable): Promise<void> {
    return this.#change(async () => {
      if (!(await this.#ports.variables.update({ id, ...(await this.#checked(requested, id)) }))) throw notFound(id);
    });
  }

  /** Throws NOT_FOUND. */
  remove(id: string): Promise<void> {
    return this.#change(async () => {
      if (!(await this.#ports.variables.remove(id))) throw notFound(id);
    });
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const change = this.#lastChange.then(async () => {
      const result = await work();
      await this.load();
      return result;
    });
    this.#lastChange = change.catch(() => undefined);
    return change;
  }

  async #checked({ key, value }: NewVariable, ownId?: string): Promise<Omit<VariableRecord, 'id'>> {
    const field = (name: string) => ({ params: { field: name } });
    if (!variableName.test(key) || key.length > VARIABLE_NAME_LENGTH) {
      const message = `"${key}" is not a valid name of a variable. Use up to ${VARIABLE_NAME_LENGTH} letters, digits and underscores, without a digit first.`;
      throw new AppError('BAD_REQUEST', message, field('key'));
    }
    if (value.length > VARIABLE_VALUE_LENGTH) {
      throw new AppError('BAD_REQUEST', `The value of a variable can have at most ${VARIABLE_VALUE_LENGTH} characters.`, field('value'));
    }
    const variables = await this.#ports.variables.list();
    if (variables.some(({ id, name }) => name === key && id !== ownId)) {
      throw new AppError('BAD_REQUEST', `A variable with the name "${key}" exists already. Choose another name.`, field('key'));
    }
    if (ownId === undefined && variables.length >= MOST) {
      throw new AppError('BAD_REQUEST', `There are ${MOST} variables already. Delete some of them.`);
    }
    return { name: key, value };
  }
}

const variableView = ({ id, name, value }: VariableRecord): Variable => ({ id, key: name, value, type: 'string' });

const notFound = (id: string): AppError => new AppError('NOT_FOUND', `There is no variable with the id "${id}".`, { params: { id } });
