import type { Connection } from '@commons/contract/connections';
import { useState } from 'react';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { MemberFace, MemberName } from '../../ui/member-link.tsx';
import { ConnectButton } from './connect-button.tsx';
import { useRemoveConnection } from './connections.api.ts';

const sinceWords = { connected: 'Connected', incoming: 'Asked', requested: 'You asked' } as const;

export function ConnectionRow({ connection }: { connection: Connection }) {
  const { member, state, since } = connection;
  return (
    <Card as="li" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-52 gap-3">
        <MemberFace member={member} />
        <div className="min-w-0">
          <p className="leading-snug">
            <MemberName member={member} />
          </p>
          <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{member.title ?? 'Community Member'}</p>
          <p className="text-xs text-muted">
            {state in sinceWords && sinceWords[state as keyof typeof sinceWords]} <RelativeTime at={since} />
          </p>
        </div>
      </div>
      {state === 'connected' ? (
        <EndConnection member={member} />
      ) : (
        <ConnectButton member={member} state={state} size="small" />
      )}
    </Card>
  );
}

function EndConnection({ member }: { member: Connection['member'] }) {
  const [isAsking, setIsAsking] = useState(false);
  const end = useRemoveConnection(member, 'connected', () => setIsAsking(false));
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
        End connection<span className="sr-only"> with {member.displayName}</span>
      </Button>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="End this connection?"
        text={`You and ${member.displayName} will no longer be connected. They are not notified, and you can ask to connect again.`}
        confirmLabel="End connection"
        isPending={end.isPending}
        onConfirm={() => end.mutate()}
      />
    </>
  );
}
