import { profileCalls } from '@commons/contract/profiles';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { viewerQuery } from '../auth/index.ts';
import { Step } from './step.tsx';

const schema = contractSchema(async () => (await import('@commons/contract/profiles/schemas')).acceptGuidelines.body);

export function GuidelinesStep({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useContractForm({
    schema,
    fields: ['isAdult'],
    submit: async () => {
      const viewer = await call(profileCalls.acceptGuidelines, { body: { isAdult: true } });
      queryClient.setQueryData(viewerQuery.queryKey, viewer);
      onDone();
      return null;
    },
  });
  const { error, ...field } = form.field('isAdult');
  return (
    <Step count={3} title="How we treat each other">
      <ul className="flex list-disc flex-col gap-2 ps-6">
        <li>Be kind. Ask before you give advice.</li>
        <li>Speak for yourself: what helped you, not what others must do.</li>
        <li>Hard subjects are welcome. Please leave out how it is done.</li>
        <li>What is written here stays here.</li>
      </ul>
      <p>
        <a
          href={paths.guidelines}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-primary underline underline-offset-4"
        >
          Read all of the guidelines
        </a>
      </p>
      <ContractForm form={form}>
        <Checkbox label="I am 18 or over, and I will keep to these guidelines" error={error} {...field} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={form.isSubmitting}>
            Go on
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Skip
          </Button>
        </div>
      </ContractForm>
    </Step>
  );
}
