// Description of the Local File Trigger.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

const options: readonly NodeProperty[] = [
  {
    displayName: 'Await Write Finish',
    name: 'awaitWriteFinish',
    type: 'boolean',
    default: false,
    description: 'Whether to wait until a file has stopped growing, so that it is complete when it is read',
  },
  {
    displayName: 'Include Linked Files/Folders',
    name: 'followSymlinks',
    type: 'boolean',
    default: true,
    description: 'Whether to watch the targets of symbolic links instead of the links themselves',
  },
  {
    displayName: 'Ignore',
    name: 'ignored',
    type: 'string',
    default: '',
    placeholder: 'e.g. **/*.txt, or a part of the path when the ignore mode is "Contain"',
    description: 'Files and folders to ignore, by their full path: ** matches folders, * any characters of a name',
  },
  {
    displayName: 'Ignore Existing Files/Folders',
    name: 'ignoreInitial',
    type: 'boolean',
    default: true,
    description: 'Whether to ignore existing files at the start; otherwise they count as added',
  },
  {
    displayName: 'Ignore Mode',
    name: 'ignoreMode',
    type: 'options',
    default: 'match',
    options: [
      { name: 'Match', value: 'match', description: 'Ignore paths that match the pattern' },
      { name: 'Contain', value: 'contain', description: 'Ignore paths that contain the text' },
    ],
    description: 'How to match the text in "Ignore" with a path',
  },
  {
    displayName: 'Max Folder Depth',
    name: 'depth',
    type: 'options',
    default: -1,
    options: [
      { name: 'Unlimited', value: -1 },
      { name: 'Top Folder Only', value: 0 },
      ...[1, 2, 3, 4, 5].map((levels) => ({ name: `${levels} Level${levels === 1 ? '' : 's'} Down`, value: levels })),
    ],
    description: 'Maximum depth of subfolders to watch',
  },
  {
    displayName: 'Use Polling',
    name: 'usePolling',
    type: 'boolean',
    default: false,
    description: 'Whether to check the files repeatedly; needed for network drives, which do not report changes',
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'Local File Trigger',
  description: 'Starts the workflow when files or folders on this computer change',
  version: 1,
  group: ['trigger'],
  subtitle: '=Path: {{$parameter["path"]}}',
  eventTriggerDescription: '',
  defaults: { name: 'Local File Trigger', color: '#404040' },
  inputs: [],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Trigger On',
      name: 'triggerOn',
      type: 'options',
      default: '',
      required: true,
      options: [
        { name: 'Changes to a Specific File', value: 'file' },
        { name: 'Changes Involving a Specific Folder', value: 'folder' },
      ],
      description: 'Changes to watch for',
    },
    {
      displayName: 'File to Watch',
      name: 'path',
      type: 'string',
      default: '',
      placeholder: 'e.g. /data/invoices/1.pdf',
      displayOptions: { show: { triggerOn: ['file'] } },
      description: 'Path of the file',
    },
    {
      displayName: 'Folder to Watch',
      name: 'path',
      type: 'string',
      default: '',
      placeholder: 'e.g. /data/invoices',
      displayOptions: { show: { triggerOn: ['folder'] } },
      description: 'Path of the folder',
    },
    {
      displayName: 'Watch for',
      name: 'events',
      type: 'multiOptions',
      default: [],
      required: true,
      displayOptions: { show: { triggerOn: ['folder'] } },
      options: [
        { name: 'File Added', value: 'add', description: 'When a file is added to the folder' },
        { name: 'File Changed', value: 'change', description: 'When the content of a file changes' },
        { name: 'File Deleted', value: 'unlink', description: 'When a file is deleted' },
        { name: 'Folder Added', value: 'addDir', description: 'When a folder is added to the folder' },
        { name: 'Folder Deleted', value: 'unlinkDir', description: 'When a folder is deleted' },
      ],
      description: 'Which changes start the workflow',
    },
    { displayName: 'Options', name: 'options', type: 'collection', default: {}, placeholder: 'Add option', options },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files'] },
    alias: ['watch', 'monitor', 'folder', 'directory', 'filesystem', 'drive'],
  },
};
