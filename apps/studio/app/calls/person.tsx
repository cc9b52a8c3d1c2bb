import { me as meCall } from '@bonisa/contract/studio/staff.calls';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { createContext, type ReactNode, useContext } from 'react';
import type { Me } from './guarded-client.ts';
import { useRead } from './use-calls.ts';

const PersonContext = createContext<Me | undefined>(undefined);

export function PersonProvider({
  me,
  children,
}: {
  readonly me: Me;
  readonly children: ReactNode;
}) {
  return <PersonContext value={me}>{children}</PersonContext>;
}

/** Who is signed in. */
export function usePerson(): Me {
  const me = useContext(PersonContext);
  if (!me) throw new Error('usePerson stands below PersonProvider');
  return me;
}

/** What the person signs in and confirms by; read again after each change. */
export function useFactors(): Me['factors'] {
  // A process of the release before does not say them.
  const { factors = [] } = usePerson();
  return useRead(meCall).data?.factors ?? factors;
}

/**
 * Whether the person has a scope: hide what they may not do. The server refuses it in any case.
 */
export function useMay(scope: Scope): boolean {
  return usePerson().scopes.includes(scope);
}
