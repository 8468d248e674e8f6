import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../test/screen.tsx';
import { useContractForm } from '../lib/contract-form.ts';
import { ContractForm } from './contract-form.tsx';
import { FileField } from './file-field.tsx';
import { TextField } from './text-field.tsx';

function FormWithFile({ submit }: { submit: () => Promise<unknown> }) {
  const file = { isReady: false, markSubmitted: () => undefined };
  const form = useContractForm({ original: { title: '' }, files: [file], submit });
  return (
    <ContractForm form={form}>
      <button type="submit">Send</button>
      <div className="h-[200vh]" />
      <FileField
        label="Audio file"
        accept="audio/*"
        isDisabled={form.isSubmitting}
        error="Too short"
        onChoose={() => undefined}
      />
      <div className="h-[200vh]" />
      <TextField label="Title" {...form.field('title')} />
    </ContractForm>
  );
}

test('a refused file is not sent, comes into view and gets the focus', async () => {
  const submit = vi.fn<() => Promise<unknown>>();
  await renderScreen(<FormWithFile submit={submit} />);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByLabelText('Audio file')).toHaveFocus();
  await expect.element(page.getByLabelText('Audio file')).toBeInViewport();
  expect(submit).not.toHaveBeenCalled();
});
