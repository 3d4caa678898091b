// Properties shared by all versions of the Merge node.
export const about = {
  displayName: 'Merge',
  description: 'Combines the items of several inputs',
  group: ['transform'],
  subtitle: '={{ $parameter["mode"] }}',
  defaults: { name: 'Merge' },
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow', 'Data Transformation'] },
    alias: ['append', 'combine', 'concatenate', 'join', 'multiplex', 'wait', 'zip'],
  },
} as const;
