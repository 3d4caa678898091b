// Monaco's internal modules have no types.
declare module 'monaco-editor/features/*';
declare module 'monaco-editor/languages/*';
