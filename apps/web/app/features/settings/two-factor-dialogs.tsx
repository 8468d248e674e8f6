import { securityCalls } from '@commons/contract/security/calls';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { encode } from 'uqr';
import { call } from '../../lib/api-client.ts';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ContractForm, FormDialog } from '../../ui/contract-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { viewerQuery } from '../auth/index.ts';
import { PasswordInput } from './password-input.tsx';
import { twoFactorQuery } from './security.api.ts';

/** An operation. Each one first asks for the password. */
export type Operation = 'turning on' | 'turning off' | 'renewing';

const passwordDialogs: Record<
  Operation,
  { title: string; description: string; submitLabel: string; isDestructive?: boolean }
> = {
  'turning on': {
    title: 'Turn on two-factor sign-in',
    description: 'Enter your password first. Then we set up your app.',
    submitLabel: 'Continue',
  },
  'turning off': {
    title: 'Turn off two-factor sign-in',
    description: 'Your password alone will open your account again. Your recovery codes will stop working.',
    submitLabel: 'Turn off',
    isDestructive: true,
  },
  renewing: {
    title: 'New recovery codes',
    description: 'Your current codes will stop working.',
    submitLabel: 'Create new codes',
  },
};

type TwoFactorDialogsProps = { operation: Operation; onClose: () => void };

/**
 * Asks for the password, then shows the next step. One module, because the server shows recovery codes only once: their
 * dialog must be loaded before they are created.
 */
export default function TwoFactorDialogs({ operation, onClose }: TwoFactorDialogsProps) {
  const queryClient = useQueryClient();
  const [newKey, setNewKey] = useState<NewKey>();
  const [newCodes, setNewCodes] = useState<string[]>();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
    // If admins need two-factor sign-in, this changes the viewer's effective role.
    void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
  };
  const submit = async (body: { password: string }) => {
    if (operation === 'turning on') setNewKey(await call(securityCalls.beginTwoFactor, { body }));
    else if (operation === 'renewing')
      setNewCodes((await call(securityCalls.renewRecoveryCodes, { body })).recoveryCodes);
    else {
      await call(securityCalls.disableTwoFactor, { body });
      showToast({ title: 'Two-factor sign-in is off' });
      onClose();
    }
    refresh();
  };
  if (newKey) return <Setup newKey={newKey} onClose={onClose} onConfirmed={refresh} />;
  if (newCodes) return <Dialog isOpen onOpenChange={onClose} {...recoveryCodesDialog(newCodes, onClose)} />;
  return <PasswordDialog {...passwordDialogs[operation]} onClose={onClose} submit={submit} />;
}

type PasswordDialogProps = (typeof passwordDialogs)[Operation] & {
  onClose: () => void;
  submit: (body: { password: string }) => Promise<void>;
};

const passwordSchema = contractSchema(
  async () => (await import('@commons/contract/security/schemas')).disableTwoFactor.body,
);

/** Asks for the password before the setting changes. */
function PasswordDialog({ onClose, submit, ...texts }: PasswordDialogProps) {
  const form = useContractForm({ schema: passwordSchema, original: { password: '' }, submit });
  return (
    <FormDialog isOpen onOpenChange={onClose} form={form} {...texts}>
      <PasswordInput label="Your password" {...form.field('password')} />
    </FormDialog>
  );
}

/** `address` is the `otpauth:` URI of the key. */
type NewKey = { address: string; key: string; recoveryCodes: string[] };

const codeSchema = contractSchema(async () => (await import('@commons/contract/security/schemas')).codeInput);

/** Shows the key, asks for a first code, then shows the recovery codes. */
function Setup({ newKey, onClose, onConfirmed }: { newKey: NewKey; onClose: () => void; onConfirmed: () => void }) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  const form = useContractForm({
    schema: codeSchema,
    original: { code: '' },
    submit: async (body) => {
      await call(securityCalls.confirmTwoFactor, { body });
      setIsConfirmed(true);
      onConfirmed();
    },
  });
  const content = isConfirmed
    ? recoveryCodesDialog(newKey.recoveryCodes, onClose)
    : { title: 'Set up your app', children: <FirstCodeForm newKey={newKey} form={form} /> };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      // Not closable during the request: once two-factor sign-in is on, the member must see the recovery codes.
      isPending={form.isSubmitting && !isConfirmed}
      {...content}
    />
  );
}

type FirstCodeFormProps = { newKey: NewKey; form: ReturnType<typeof useContractForm<{ code: string }>> };

function FirstCodeForm({ newKey, form }: FirstCodeFormProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Scan this with an authenticator app, or{' '}
        <a href={newKey.address} className="font-semibold text-primary underline underline-offset-4">
          open it in the app on this device
        </a>
        .
      </p>
      <QrCode text={newKey.address} />
      <p className="text-sm text-muted">
        Or type this key into the app: <strong className="wrap-anywhere text-ink">{newKey.key}</strong>
      </p>
      <ContractForm form={form}>
        <TextField
          label="Six-digit code from the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          {...form.field('code')}
        />
        <Button type="submit" isPending={form.isSubmitting} className="self-start">
          Turn it on
        </Button>
      </ContractForm>
    </div>
  );
}

/** Always dark on light, because many cameras cannot read inverted codes. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the key for your app; it is also shown as text below"
      shapeRendering="crispEdges"
      className="size-52 self-center rounded-control forced-color-adjust-none"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Props of the dialog that shows new recovery codes once. */
const recoveryCodesDialog = (codes: readonly string[], onClose: () => void) => ({
  title: 'Your recovery codes',
  isShownOnce: true,
  footer: <Button onClick={onClose}>I saved them</Button>,
  children: <RecoveryCodes codes={codes} />,
});

/** The codes are never shown again. `base.css` prints only them. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copyResult, setCopyResult] = useState<'copied' | 'failed'>();
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopyResult('copied'),
      () => setCopyResult('failed'),
    );
  return (
    <div className="flex flex-col gap-4">
      <p>Each code opens your account once if you don’t have your app. Keep them where only you can find them.</p>
      <ul
        data-printed=""
        className="grid grid-cols-[repeat(auto-fit,minmax(12ch,1fr))] gap-x-6 gap-y-2 rounded-control bg-sunk p-4 font-semibold tabular-nums"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy size={20} strokeWidth={1.75} aria-hidden="true" />
          Copy
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer size={20} strokeWidth={1.75} aria-hidden="true" />
          Print
        </Button>
      </div>
      <div role="status">
        {copyResult === 'copied' && <p className="text-sm text-muted">Copied.</p>}
        {copyResult === 'failed' && (
          <Banner tone="warn">Your browser could not copy them. Please write them down.</Banner>
        )}
      </div>
    </div>
  );
}
