// Parameters of the resources File and File Search.
import type { NodeProperty } from '../../../workflow/node-type.ts';
import {
  fileInput,
  forOperation,
  numberField,
  operationField,
  textField,
  toggleField,
} from '../../_shared/ai/services/service-properties.ts';

const store = textField('File Search Store Name', 'fileSearchStoreName', {
  required: true,
  placeholder: 'e.g. fileSearchStores/my-store-abc123',
});
const displayName = textField('Display Name', 'displayName', { required: true, description: 'A name for people' });

export const fileProperties: readonly NodeProperty[] = [
  operationField('file', 'upload', [['upload', 'Upload File', 'Stores a file at Google for two days']]),
  ...forOperation('file', 'upload', fileInput({ what: 'File', urls: 'fileUrl' })),
  operationField('fileSearch', 'createStore', [
    ['createStore', 'Create File Search Store', 'Makes a store whose files a model can search'],
    ['deleteStore', 'Delete File Search Store', 'Deletes a store'],
    ['listStores', 'List File Search Stores', 'Returns the stores of the account'],
    ['uploadToStore', 'Upload to File Search Store', 'Adds a file to a store'],
  ]),
  ...forOperation('fileSearch', 'createStore', [displayName]),
  ...forOperation('fileSearch', 'deleteStore', [
    store,
    toggleField('Force Delete', 'force', false, 'Whether a store with files is deleted, too'),
  ]),
  ...forOperation('fileSearch', 'listStores', [
    numberField('Page Size', 'pageSize', 10, { minValue: 1, maxValue: 20 }, { description: 'Maximum number of stores' }),
    textField('Page Token', 'pageToken', { description: 'The field "nextPageToken" of the page before' }),
  ]),
  ...forOperation('fileSearch', 'uploadToStore', [store, displayName, ...fileInput({ what: 'File', urls: 'fileUrl' })]),
];
