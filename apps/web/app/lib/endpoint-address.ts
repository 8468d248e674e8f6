import type { Endpoint } from '@commons/contract/endpoint';

type Creates<Definition extends Endpoint> = 201 extends keyof Definition['replies'] ? { creates: true } : unknown;
type Spelled<Definition extends Endpoint> = Pick<Definition, 'method' | 'path'> & Creates<Definition>;

/** As much of an endpoint as a call needs, with the endpoint's types. */
export type EndpointAddress<Definition extends Endpoint> = Spelled<Definition> & { endpoint?: Definition };

/**
 * Spells an endpoint without its schemas: importing the endpoint itself brings the whole schema library into the first
 * load. The compiler compares every word with the contract: `endpointAddress<typeof contract.getPost>({ … })`.
 */
export const endpointAddress = <Definition extends Endpoint>(
  spelled: Spelled<Definition>,
): EndpointAddress<Definition> => spelled;
