// The types of connections between nodes. Apart from the schemas, because the processes of packages need only these.

/** Types of connections besides `main`. They attach a node to a root node, which uses it while it runs. */
export const aiConnectionTypes = [
  'ai_agent',
  'ai_chain',
  'ai_document',
  'ai_embedding',
  'ai_languageModel',
  'ai_memory',
  'ai_outputParser',
  'ai_reranker',
  'ai_retriever',
  'ai_textSplitter',
  'ai_tool',
  'ai_vectorStore',
] as const;

export type AiConnectionType = (typeof aiConnectionTypes)[number];
