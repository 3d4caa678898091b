// Importing curl commands into HTTP Request nodes.
import type { CurlParameters } from '../../contract/rest/curl.ts';
import type { NodeRegistry } from '../../registry/index.ts';
import { convertCommand } from './convert.ts';
import { assertSupported } from './protocols.ts';

export interface CurlServicePorts {
  readonly registry: Pick<NodeRegistry, 'has' | 'load' | 'description'>;
}

export class CurlService {
  readonly #ports: CurlServicePorts;

  constructor(ports: CurlServicePorts) {
    this.#ports = ports;
  }

  /** The command as a flat map of parameters. Throws BAD_REQUEST for other commands and other protocols, PAYLOAD_TOO_LARGE. */
  async convert(command: string): Promise<CurlParameters> {
    const { protocol, parameters } = convertCommand(command);
    await assertSupported(protocol, (type) => this.#displayName(type));
    return parameters;
  }

  async #displayName(type: string): Promise<string | undefined> {
    const { registry } = this.#ports;
    if (!registry.has(type)) return undefined;
    await registry.load([type]);
    return registry.description(type)?.displayName;
  }
}
