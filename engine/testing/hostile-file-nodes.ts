// Fields of the file, command and token nodes that take names, for the hostile input test.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeCase } from './run-node.ts';

/** A field: its description, the typeVersion, and the parameters and other options of a case with a name in this field. */
type Place = readonly [
  what: string,
  version: number,
  parameters: (name: string) => Record<string, unknown>,
  more?: (name: string) => Partial<NodeCase>,
];

const folder = mkdtempSync(join(tmpdir(), 'millrace-hostile-'));
const withFile =
  (content: string, mimeType = 'text/plain') =>
  (name: string): Partial<NodeCase> => ({
    items: [
      {
        json: { a: 1 },
        binary: { data: { data: Buffer.from(content.replaceAll('~', name)).toString('base64'), mimeType, fileName: name } },
      },
    ],
  });

const withCredential = (type: string, data: Record<string, unknown>): Partial<NodeCase> => ({
  node: { credentials: { [type]: { id: '1', name: 'Test' } } },
  ports: { credential: async () => data },
});

// oxfmt-ignore
export const hostileFileNodes: Readonly<Record<string, readonly Place[]>> = {
  compression: [
    ['file', 1.1, (name) => ({ binaryPropertyName: name })],
    ['output', 1.1, (name) => ({ operation: 'compress', outputFormat: 'zip', fileName: name, binaryPropertyOutput: name }), withFile('x')],
    ['gzip', 1, (name) => ({ operation: 'compress', outputFormat: 'gzip', outputPrefix: name }), withFile('x')],
    ['format', 1.1, (name) => ({ operation: 'compress', outputFormat: name, fileName: name }), withFile('x')],
  ],
  convertToFile: [
    ['columns', 1.1, (name) => ({ operation: name === 'toString' ? 'xlsx' : 'csv', binaryPropertyName: name })],
    ['source', 1.1, (name) => ({ operation: 'toText', sourceProperty: name, binaryPropertyName: name, options: { encoding: name, fileName: name } })],
    ['event', 1, (name) => ({ operation: 'iCal', title: name, start: '2026-01-01', additionalFields: { [name]: name, status: name } })],
    ['operation', 1, (name) => ({ operation: name })],
  ],
  extractFromFile: [
    ['columns', 1, () => ({}), withFile('~,a,~\n1,2,3')],
    ['columns of a table', 1, () => ({ operation: 'html' }), withFile('<table><tr><td>~</td><td>~</td></tr><tr><td>1</td><td>2</td></tr></table>')],
    ['destination', 1, (name) => ({ operation: 'text', destinationKey: name }), withFile('x')],
    ['JSON', 1, () => ({ operation: 'fromJson' }), withFile('{"~":{"polluted":1}}')],
    ['calendar', 1, () => ({ operation: 'fromIcs' }), withFile('BEGIN:VCALENDAR\nBEGIN:~\nUID:~\n~;~=~:~\n__proto__;__proto__=1:2\nEND:~\nEND:VCALENDAR')],
    ['sheet and range', 1, (name) => ({ operation: 'xlsx', options: { sheetName: name, range: name } }), withFile('a,b')],
  ],
  graphql: [['endpoint and headers', 1.1, (name) => ({ endpoint: name, headerParametersUi: { parameter: [{ name, value: name }] } })]],
  executeCommand: [['command', 1, (name) => ({ command: `true '${name.replaceAll("'", '')}'` })]],
  iCal: [['fields', 1, (name) => ({ title: name, start: '2026-01-01', binaryPropertyName: name, additionalFields: { uid: name, [name]: name } })]],
  jwt: [['claims', 1, (name) => ({ useJson: true, claimsJson: `{${JSON.stringify(name)}:{"polluted":1}}` }), () => withCredential('jwtAuth', { secret: 'x' })]],
  moveBinaryData: [
    ['destination', 1, (name) => ({ setAllData: false, destinationKey: name }), withFile('x')],
    ['whole items', 1, () => ({}), withFile('{"~":{"polluted":1}}')],
    ['source', 1, (name) => ({ mode: 'jsonToBinary', convertAllData: false, sourceKey: name, destinationKey: name })],
    ['names and encoding', 1.1, (name) => ({ mode: 'jsonToBinary', destinationKey: name, options: { fileName: name, mimeType: name, encoding: name } })],
  ],
  readBinaryFile: [['path', 1, (name) => ({ filePath: join(folder, name), dataPropertyName: name })]],
  readBinaryFiles: [['pattern', 1, (name) => ({ fileSelector: `${folder}/${name}*`, dataPropertyName: name })]],
  readPDF: [['file', 1, (name) => ({ binaryPropertyName: name })]],
  readWriteFile: [
    ['pattern', 1.1, (name) => ({ fileSelector: `${folder}/${name}` })],
    ['written file', 1.1, (name) => ({ operation: 'write', fileName: `${folder}/${name}`, dataPropertyName: 'data' }), withFile('x')],
    ['file of the item', 1, (name) => ({ operation: 'write', fileName: `${folder}/x`, dataPropertyName: name })],
    ['read names', 1, (name) => ({ fileSelector: `${folder}/x`, options: { dataPropertyName: name, fileName: name, fileExtension: name, mimeType: name } })],
  ],
  spreadsheetFile: [
    ['columns', 1, () => ({}), withFile('~,a,~\n1,2,3')],
    ['written columns', 2, (name) => ({ operation: 'toFile', fileFormat: 'xlsx', binaryPropertyName: name, options: { sheetName: name, fileName: name } })],
    ['format', 2, (name) => ({ operation: 'toFile', fileFormat: name })],
  ],
  totp: [['algorithm', 1, (name) => ({ options: { algorithm: name } }), () => withCredential('totpApi', { secret: 'GEZDGNBV' })]],
  writeBinaryFile: [['written file', 1, (name) => ({ fileName: `${folder}/${name}` }), withFile('x')]],
};
