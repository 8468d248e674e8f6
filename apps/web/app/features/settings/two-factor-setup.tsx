import { securityCalls } from '@commons/contract/security';
import { useState } from 'react';
import { encode } from 'uqr';
import { call } from '../../lib/api-client.ts';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { ContractForm } from '../../ui/contract-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { recoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** `address` is the `otpauth:` URI of the key. */
export type NewKey = { address: string; key: string; recoveryCodes: string[] };

type TwoFactorSetupProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  newKey: NewKey;
  onConfirmed: () => void;
};

/** Shows the key, asks for a first code, then shows the recovery codes. */
export default function TwoFactorSetup({ isOpen, onOpenChange, newKey, onConfirmed }: TwoFactorSetupProps) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  const form = useContractForm({
    schema,
    original: { code: '' },
    submit: async (body) => {
      await call(securityCalls.confirmTwoFactor, { body });
      setIsConfirmed(true);
      onConfirmed();
    },
  });
  const content = isConfirmed
    ? recoveryCodesDialog({ codes: newKey.recoveryCodes, onOpenChange })
    : { title: 'Set up your app', children: <FirstCodeForm newKey={newKey} form={form} /> };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      // Not closable during the request: once two-factor sign-in is on, the member must see the recovery codes.
      isPending={form.isSubmitting && !isConfirmed}
      {...content}
    />
  );
}

const schema = contractSchema(async () => (await import('@commons/contract/security/schemas')).codeInput);

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
