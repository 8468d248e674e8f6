import type { ConnectionState } from '@commons/contract/connections/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import { Check, Clock, UserRoundCheck, UserRoundPlus } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { moveFocus } from '../../ui/focus.tsx';
import { useAcceptConnection, useRemoveConnection, useRequestConnection } from './connections.api.ts';

type ConnectButtonProps = {
  member: Pick<MemberSummary, 'id' | 'displayName'>;
  state: ConnectionState;
  size?: ButtonSize;
  /** Styles Connect as the primary action of the view. */
  isPrimary?: boolean;
};

type Action = { mutate: (input: undefined, options: { onError: () => void }) => void };

/** A short label. Screen readers also read the context, for example the member's name. */
const ActionLabel = ({ children, context }: { children: ReactNode; context: string }) => (
  <span>
    {children}
    <span className="sr-only"> {context}</span>
  </span>
);

const StateLabel = ({ icon: Icon, children }: { icon: typeof Check; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-muted">
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </span>
);

/** Shows the connection state and the possible actions. */
export function ConnectButton({ member, state, size = 'medium', isPrimary = false }: ConnectButtonProps) {
  const request = useRequestConnection(member);
  const accept = useAcceptConnection(member);
  const withdraw = useRemoveConnection(member, 'requested');
  const decline = useRemoveConnection(member, 'incoming');
  const ref = useRef<HTMLDivElement>(null);
  const previousState = useRef(state);
  const wasPressed = useRef(false);
  const press = (action: Action) => () => {
    wasPressed.current = true;
    action.mutate(undefined, { onError: () => (wasPressed.current = false) });
  };
  useEffect(() => {
    if (previousState.current === state) return;
    previousState.current = state;
    // The pressed button disappears with its state, so the focus moves to its replacement.
    if (wasPressed.current) moveFocus(ref.current?.querySelector('button') ?? ref.current);
    wasPressed.current = false;
  }, [state]);

  const name = member.displayName;
  return (
    <div ref={ref} tabIndex={-1} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 outline-none">
      {state === 'none' && (
        <Button
          size={size}
          variant={isPrimary ? 'primary' : 'secondary'}
          isPending={request.isPending}
          onClick={press(request)}
        >
          {!request.isPending && <UserRoundPlus size={20} strokeWidth={1.75} aria-hidden="true" />}
          <ActionLabel context={`with ${name}`}>Connect</ActionLabel>
        </Button>
      )}
      {state === 'requested' && (
        <>
          <StateLabel icon={Clock}>Requested</StateLabel>
          <Button size={size} variant="secondary" isPending={withdraw.isPending} onClick={press(withdraw)}>
            <ActionLabel context={`the request to ${name}`}>Undo</ActionLabel>
          </Button>
        </>
      )}
      {state === 'incoming' && (
        <>
          <Button size={size} isPending={accept.isPending} disabled={decline.isPending} onClick={press(accept)}>
            {!accept.isPending && <Check size={20} strokeWidth={1.75} aria-hidden="true" />}
            <ActionLabel context={`the request of ${name}`}>Accept</ActionLabel>
          </Button>
          <Button
            size={size}
            variant="secondary"
            isPending={decline.isPending}
            disabled={accept.isPending}
            onClick={press(decline)}
          >
            <ActionLabel context={`the request of ${name}`}>Decline</ActionLabel>
          </Button>
        </>
      )}
      {state === 'connected' && <StateLabel icon={UserRoundCheck}>Connected</StateLabel>}
    </div>
  );
}
