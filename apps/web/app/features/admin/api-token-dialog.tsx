import { apiTokenLimits, tokenScopes } from '@commons/contract/api-tokens';
import { apiTokenCalls } from '@commons/contract/api-tokens/calls';
import type { ApiTokenInput } from '@commons/contract/api-tokens/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { Checkbox, Select } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChoiceList } from './choice-list.tsx';
import { apiTokensQuery } from './integrations.api.ts';
import { scopeNames } from './integrations.texts.ts';
import { OneTimeSecret } from './one-time-secret.tsx';

const lifetimes = [
  { value: '30', label: 'A month' },
  { value: '90', label: 'Three months' },
  { value: '180', label: 'Half a year' },
  { value: String(apiTokenLimits.days), label: 'A year' },
];

type Fields = { name: string; days: string; scopes: string[] };

const schema = contractSchema<ApiTokenInput>(
  async () => (await import('@commons/contract/api-tokens/schemas')).apiTokenInput,
  ({ days, ...values }) => ({ ...values, days: Number(days) }),
);

/** Creates a token and shows it once. */
export default function ApiTokenDialog(dialog: DialogState) {
  const queryClient = useQueryClient();
  const [token, setToken] = useState<string>();
  const form = useContractForm<Fields, ApiTokenInput>({
    schema,
    original: { name: '', days: '90', scopes: [] },
    submit: async (body) => {
      const created = await call(apiTokenCalls.createApiToken, { body });
      setToken(created.token);
      void queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey });
    },
  });
  if (token !== undefined)
    return (
      <OneTimeSecret
        {...dialog}
        title="Copy the token now"
        description="We keep only a fingerprint, so it is not shown again. Anyone who has it can read with your rights."
        secret={token}
      />
    );
  const { error, ...scopes } = form.field('scopes');
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Create token"
      description="A token reads and changes nothing. Messages, journals and reports stay closed to it."
      submitLabel="Create token"
      pendingLabel="Creating..."
      className="flex flex-col gap-6 pb-1"
    >
      <TextField
        label="Name"
        hint="The program that uses it."
        maxLength={apiTokenLimits.nameCharacters}
        autoComplete="off"
        {...form.field('name')}
      />
      <ChoiceList label="May read" error={error}>
        {tokenScopes.map((scope) => (
          <Checkbox key={scope} value={scope} label={scopeNames[scope]} {...scopes} />
        ))}
      </ChoiceList>
      <Select label="Expires after" options={lifetimes} {...form.field('days')} />
    </FormDialog>
  );
}
