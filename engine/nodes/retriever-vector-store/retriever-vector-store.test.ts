// The retriever of vector stores. That chains use it is shown in the test of the vector store in memory.
import { expect, it } from 'vitest';
import { Principal } from '../../execution/index.ts';
import { ProcessVectors } from '../../execution/process-vectors.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import { store } from '../../testing/models/store-parts.ts';
import { wordVector } from '../../testing/models/scripted-model.ts';

const { run } = openAiRuns();

it.each([
  [{}, 4],
  [{ topK: 2 }, 2],
  [{ topK: 0 }, 1],
])('finds documents by %j: %d', async (parameters, count) => {
  const vectors = new ProcessVectors();
  const principal = Principal.ofPerson(null);
  const entries = Array.from({ length: 6 }, (_, index) => ({
    id: String(index),
    document: { pageContent: `moon ${index}`, metadata: { index } },
    vector: Float32Array.from(wordVector('moon')),
  }));
  await vectors.of(principal, 'test').store('vector_store_key', 'user').add(entries, false);
  const { runData, error } = await run([{ text: 'Yes' }], {
    type: 'chainRetrievalQa',
    parameters: { promptType: 'define', text: 'moon?' },
    attached: [
      { name: 'Retriever', type: 'retrieverVectorStore', by: 'ai_retriever', parameters },
      ...store('vectorStoreInMemory', { mode: 'retrieve' }, 'ai_vectorStore', 'Retriever'),
    ],
    principal,
    ports: { vectors: (who, id) => vectors.of(who, id) },
  });
  expect(error).toBeUndefined();
  const [task] = runData['Retriever'] ?? [];
  expect(task?.data?.['ai_retriever']?.[0]?.[0]?.json['response']).toHaveLength(count);
});
