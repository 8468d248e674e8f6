import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contractSchema } from './contract-form.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a form is sent unchecked if its schema does not load within ten seconds', async () => {
  const schema = contractSchema<{ title: string }, { title: string }>(() => new Promise(() => undefined));
  const send = vi.fn<(checked: unknown) => void>();
  const checking = schema.resolver({ title: 'As it is' }, undefined, { fields: {}, shouldUseNativeValidation: false });
  void Promise.resolve(checking).then(send);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send).toHaveBeenCalledWith({ values: { title: 'As it is' }, errors: {} });
});
