import type { Live } from '../sim/live.ts';
import type { SettingsRepository } from '../store/settings.repository.ts';

/** The handset that the mobile network carries; survives a restart. */
export interface CarriedHandset {
  get(): string | null;
  set(msisdn: string | null): void;
}

export function createCarriedHandset(settings: SettingsRepository, live: Live): CarriedHandset {
  let carried = settings.get('network_msisdn') ?? null;
  return {
    get: () => carried,
    set(msisdn) {
      carried = msisdn;
      if (msisdn === null) settings.remove('network_msisdn');
      else settings.set('network_msisdn', msisdn);
      live.tell('network');
    },
  };
}
