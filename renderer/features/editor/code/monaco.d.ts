// Monaco's parts have no types of their own.
declare module 'monaco-editor/features/*';
declare module 'monaco-editor/languages/*';
