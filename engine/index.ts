// The front door of the engine: what shells and scripts may use.
export { createEngine, type Engine, type EngineConfig, type RunRequest } from './engine.ts';
