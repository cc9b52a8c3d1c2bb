import type { Database } from '@bonisa/kit/database/database';
import { and, asc, eq } from 'drizzle-orm';
import type { PersonalDataStore } from '../numbers/personal-data.port.ts';
import {
  deviceRequests,
  numberProofs,
  numberStatusChecks,
  otpChallenges,
  sessions,
} from './identity.tables.ts';
import type { OtpRepository } from './otp.repository.ts';

/** The SQL of identity's personal data: read for an export, and deleted at removal. */
export function createPersonalIdentity(db: Database, otp: OtpRepository) {
  return {
    within: (tx: Database) => createPersonalIdentity(tx, otp.within(tx)),

    /**
     * Leaves out everything that could open a session or prove a number: hashes and the carrier's
     * ids.
     */
    of: async ({ subscriberId, msisdn }: { subscriberId: number; msisdn: string }) => {
      const [signedIn, codes, proofs, looks] = await Promise.all([
        db
          .select({
            createdAt: sessions.createdAt,
            lastSeenAt: sessions.lastSeenAt,
            expiresAt: sessions.expiresAt,
            revokedAt: sessions.revokedAt,
            deviceKind: sessions.deviceKind,
            deviceName: sessions.deviceName,
          })
          .from(sessions)
          .where(eq(sessions.subscriberId, subscriberId))
          .orderBy(asc(sessions.createdAt)),
        db
          .select({
            sentAt: otpChallenges.sentAt,
            state: otpChallenges.state,
            usedAt: otpChallenges.usedAt,
          })
          .from(otpChallenges)
          .where(eq(otpChallenges.msisdn, msisdn))
          .orderBy(asc(otpChallenges.sentAt)),
        db
          .select({
            createdAt: numberProofs.createdAt,
            expiresAt: numberProofs.expiresAt,
            usedAt: numberProofs.usedAt,
          })
          .from(numberProofs)
          .where(eq(numberProofs.msisdn, msisdn))
          .orderBy(asc(numberProofs.createdAt)),
        db
          .select({ windowStart: numberStatusChecks.windowStart, looks: numberStatusChecks.checks })
          .from(numberStatusChecks)
          .where(and(eq(numberStatusChecks.msisdn, msisdn), eq(numberStatusChecks.networkHash, '')))
          .orderBy(asc(numberStatusChecks.windowStart)),
      ]);
      return { sessions: signedIn, codes, proofs, looks };
    },

    removeAllOf: async ({
      subscriberId,
      msisdn,
    }: {
      subscriberId: number;
      msisdn: string;
    }): Promise<void> => {
      await db.delete(sessions).where(eq(sessions.subscriberId, subscriberId));
      await db.delete(deviceRequests).where(eq(deviceRequests.subscriberId, subscriberId));
      await otp.forgetNumber(msisdn);
      await db.delete(numberProofs).where(eq(numberProofs.msisdn, msisdn));
      await db.delete(numberStatusChecks).where(eq(numberStatusChecks.msisdn, msisdn));
    },
  };
}

/** The personal data of identity about a number: sessions, codes, proofs and status checks. */
export function identityPersonalData(db: Database, otp: OtpRepository): PersonalDataStore {
  const personal = createPersonalIdentity(db, otp);
  return {
    erase: (tx, { id, msisdn }) => personal.within(tx).removeAllOf({ subscriberId: id, msisdn }),
  };
}

export type PersonalIdentity = ReturnType<typeof createPersonalIdentity>;
