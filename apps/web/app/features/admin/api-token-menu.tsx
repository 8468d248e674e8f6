import type { ApiToken } from '@commons/contract/api-tokens/schemas';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useRevokeToken } from './integrations.api.ts';

export default function ApiTokenMenu({ token, ...menu }: LazyMenuProps & { token: ApiToken }) {
  const revoke = useRevokeToken();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Menu {...menu}>
        <MenuItem icon={Trash2} isDestructive onSelect={() => setIsConfirming(true)}>
          Revoke
        </MenuItem>
      </Menu>
      <Confirm
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Revoke ${token.name}?`}
        text="The program that uses this token loses access at once. This cannot be undone."
        confirmLabel="Revoke"
        isDestructive
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutate(token.id, { onSuccess: () => setIsConfirming(false) })}
      />
    </>
  );
}
