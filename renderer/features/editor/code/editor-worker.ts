// Monaco's web worker for diffs, links and words.
import 'monaco-editor/editor/editor.worker.js';
