// Monaco's work beside the page for JSON: what is wrong in it, and where.
import 'monaco-editor/language/json/json.worker.js';
