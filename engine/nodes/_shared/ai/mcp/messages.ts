// Messages of the Model Context Protocol (JSON-RPC 2.0). https://modelcontextprotocol.io/specification/2025-06-18
import type { JsonObject, JsonValue } from '../../../../contract/json.ts';
import type { JsonSchema } from '../../../../sdk/index.ts';

/** The newest revision that the program speaks, and older ones with the same messages. */
export const PROTOCOL_VERSION = '2025-06-18';
export const protocolVersions: readonly string[] = [PROTOCOL_VERSION, '2025-03-26', '2024-11-05'];

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  /** Absent for notifications. */
  readonly id?: number | string;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id: number | string | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: JsonValue };
}

export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
}

export type McpContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType?: string; readonly text?: string; readonly blob?: string };
    }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name?: string; readonly description?: string };

export interface McpResult {
  readonly content?: readonly McpContent[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
}

/** A response; a request or a notification if it has a method. */
export type ReceivedMessage = RpcResponse & Pick<Partial<RpcRequest>, 'method'>;

/** Returns the message of a text if it is one; undefined for other texts. */
export function messageIn(text: string): ReceivedMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ReceivedMessage) : undefined;
  } catch {
    return undefined;
  }
}
