// The table of the studio: every call with every role and with every wrong request. A call of the
// contract that has no row here, or that is not registered, fails.
import { readdirSync } from 'node:fs';
import type { AnyStudioCall } from '@bonisa/contract/studio/studio-call';
import { KEY_SCOPES, ROLES, type Role, type Scope } from '@bonisa/domain/staff/staff-roles';
import { SESSION_IDLE_MS } from '@bonisa/domain/staff/staff-session';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, createPerson, createSession, isStudioCall, type Person } from './staff.test-kit.ts';
import { runStaffCommand } from './staff-commands.ts';

/** Who may make a call: roles by first letter (e p c f o a), or `anyone`; and whether keys may. */
const DECIDED: Readonly<Record<string, { roles: string; keys: boolean; stepUp?: true }>> = {
  studioMe: { roles: 'epcfoa', keys: true },
  studioAudit: { roles: 'oa', keys: true },
  studioAuditChoices: { roles: 'oa', keys: true },
  studioDownloadAudit: { roles: 'oa', keys: true },
  studioApiKeys: { roles: 'a', keys: true },
  studioCreateApiKey: { roles: 'a', keys: false, stepUp: true },
  studioRevokeApiKey: { roles: 'a', keys: false },
  studioSignIn: { roles: 'anyone', keys: true },
  studioSignInCode: { roles: 'anyone', keys: true },
  studioOpenLink: { roles: 'anyone', keys: true },
  studioAcceptLink: { roles: 'anyone', keys: true },
  studioSignOut: { roles: 'epcfoa', keys: false },
  studioStepUp: { roles: 'epcfoa', keys: false },
  studioNewRecoveryCodes: { roles: 'epcfoa', keys: false, stepUp: true },
  studioChangePassword: { roles: 'epcfoa', keys: false, stepUp: true },
  studioNewAuthenticator: { roles: 'epcfoa', keys: false, stepUp: true },
  studioChangeAuthenticator: { roles: 'epcfoa', keys: false, stepUp: true },
  studioMySessions: { roles: 'epcfoa', keys: false },
  studioEndMySession: { roles: 'epcfoa', keys: false },
  studioAccounts: { roles: 'a', keys: true },
  studioInvite: { roles: 'a', keys: false, stepUp: true },
  studioChangeAccount: { roles: 'a', keys: false, stepUp: true },
  studioResetAccount: { roles: 'a', keys: false, stepUp: true },
  studioShowLink: { roles: 'a', keys: false, stepUp: true },
  studioAccountSessions: { roles: 'a', keys: true },
  studioEndAccountSessions: { roles: 'a', keys: false },
  studioPasskeyOptions: { roles: 'anyone', keys: true },
  studioPasskeySignIn: { roles: 'anyone', keys: true },
  studioPasskeyStepUp: { roles: 'epcfoa', keys: false },
  studioMyPasskeys: { roles: 'epcfoa', keys: false },
  studioNewPasskeyOptions: { roles: 'epcfoa', keys: false, stepUp: true },
  studioAddPasskey: { roles: 'epcfoa', keys: false, stepUp: true },
  studioRenamePasskey: { roles: 'epcfoa', keys: false, stepUp: true },
  studioRemovePasskey: { roles: 'epcfoa', keys: false, stepUp: true },
  studioCatalogueBatch: { roles: 'epa', keys: true },
  studioReadImport: { roles: 'epa', keys: true },
  studioReadFeed: { roles: 'epa', keys: true },
  studioReportImport: { roles: 'epa', keys: true },
  studioListImports: { roles: 'epa', keys: true },
  studioDownloadImportProblems: { roles: 'epa', keys: true },
  studioImportPicture: { roles: 'epa', keys: true },
  studioImportCaptions: { roles: 'epa', keys: true },
  studioCatalogueEntries: { roles: 'epcoa', keys: true },
  studioCatalogueSchema: { roles: 'epcoa', keys: true },
  studioExportXmltv: { roles: 'epcoa', keys: true },
  studioImportXmltv: { roles: 'epa', keys: true },
  studioCatalogueMove: { roles: 'epa', keys: true },
  studioCatalogueFind: { roles: 'epcoa', keys: true },
  studioCatalogueList: { roles: 'epcoa', keys: true },
  studioArtwork: { roles: 'epcoa', keys: true },
  studioPutArtwork: { roles: 'epa', keys: true },
  studioMoveFocalPoint: { roles: 'epa', keys: true },
  studioRemoveArtwork: { roles: 'epa', keys: true },
  studioPutArtworkFrame: { roles: 'epa', keys: true },
  studioArtworkPicture: { roles: 'epcoa', keys: true },
  studioUploadPicture: { roles: 'epa', keys: true },
  studioUploadedPicture: { roles: 'epcoa', keys: true },
  studioArtworkFrame: { roles: 'epcoa', keys: true },
  studioArtworkOriginal: { roles: 'epcoa', keys: true },
  studioCatalogueEntry: { roles: 'epcoa', keys: true },
  studioCatalogueSaveEntry: { roles: 'epa', keys: true },
  studioCatalogueLacks: { roles: 'epcoa', keys: true },
  studioCatalogueStates: { roles: 'pa', keys: true },
  studioCatalogueVersions: { roles: 'epcoa', keys: true },
  studioCatalogueCompare: { roles: 'epcoa', keys: true },
  studioCatalogueDeleted: { roles: 'epcoa', keys: true },
  studioCatalogueReturn: { roles: 'epa', keys: true },
  studioCatalogueRestore: { roles: 'epa', keys: true },
  studioListExceptions: { roles: 'fa', keys: true },
  studioDownloadExceptions: { roles: 'fa', keys: true },
  studioListExceptionGroups: { roles: 'fa', keys: true },
  studioDecideExceptionGroup: { roles: 'fa', keys: true },
  studioDecideException: { roles: 'fa', keys: true },
  studioAskExceptionWriteOff: { roles: 'fa', keys: false, stepUp: true },
  studioListComparisons: { roles: 'fa', keys: true },
  studioListSettlements: { roles: 'fa', keys: true },
  studioEnterCarrierStatement: { roles: 'fa', keys: true },
  studioBookSettlement: { roles: 'fa', keys: true },
  studioListWriteOffs: { roles: 'fa', keys: true },
  studioAskWriteOff: { roles: 'fa', keys: false, stepUp: true },
  studioApproveWriteOff: { roles: 'fa', keys: false, stepUp: true },
  studioRefuseWriteOff: { roles: 'fa', keys: false },
  studioGetMoneyReport: { roles: 'fa', keys: true },
  studioGetDenialReport: { roles: 'fa', keys: true },
  studioGetUnknownReport: { roles: 'fa', keys: true },
  studioGetLedgerReport: { roles: 'fa', keys: true },
  studioGetVatReport: { roles: 'fa', keys: true },
  studioDownloadMoneyReport: { roles: 'fa', keys: true },
  studioGetSubscriberReport: { roles: 'pfoa', keys: true },
  studioGetCohortReport: { roles: 'pfoa', keys: true },
  studioDownloadAudienceReport: { roles: 'pfoa', keys: true },
  studioGetQualityReport: { roles: 'pfoa', keys: true },
  studioGetRenditionReport: { roles: 'pfoa', keys: true },
  studioGetTitleReport: { roles: 'pfoa', keys: true },
  studioGetSearchReport: { roles: 'pfoa', keys: true },
  studioDownloadQualityReport: { roles: 'pfoa', keys: true },
  studioShelfPreview: { roles: 'epcoa', keys: true },
  studioLiveWeek: { roles: 'epcoa', keys: true },
  studioPutLiveWeek: { roles: 'epa', keys: true },
  studioPreview: { roles: 'epcoa', keys: true },
  studioCreateUpload: { roles: 'epa', keys: true },
  studioSendUpload: { roles: 'epa', keys: true },
  studioUpload: { roles: 'epa', keys: true },
  studioRemoveUpload: { roles: 'epa', keys: true },
  studioUploads: { roles: 'epa', keys: true },
  studioMediaJobs: { roles: 'epcoa', keys: true },
  studioMediaJob: { roles: 'epcoa', keys: true },
  studioAssets: { roles: 'epcoa', keys: true },
  studioRemoveAsset: { roles: 'epa', keys: true },
  studioRetryMedia: { roles: 'epa', keys: true },
  studioTitleMedia: { roles: 'epcoa', keys: true },
  studioAttachMedia: { roles: 'epa', keys: true },
  studioDetachMedia: { roles: 'epa', keys: true },
  studioPutCaptions: { roles: 'epa', keys: true },
  studioRemoveCaptions: { roles: 'epa', keys: true },
  studioCaptionsText: { roles: 'epcoa', keys: true },
  studioListLiveIngestSessions: { roles: 'poa', keys: true },
  studioEndLiveIngestSession: { roles: 'oa', keys: true },
  studioListStreamKeys: { roles: 'poa', keys: true },
  studioMakeStreamKey: { roles: 'oa', keys: false, stepUp: true },
  studioRevokeStreamKey: { roles: 'oa', keys: true },
  studioListFeedback: { roles: 'pcoa', keys: true },
  studioDownloadFeedback: { roles: 'pcoa', keys: true },
  studioFirstSteps: { roles: 'epcoa', keys: true },
  studioBrandState: { roles: 'epcoa', keys: true },
  studioBrandVersions: { roles: 'epcoa', keys: true },
  studioBrandVersion: { roles: 'a', keys: true },
  studioBrandFolder: { roles: 'a', keys: true },
  studioCheckBrand: { roles: 'a', keys: true },
  studioSaveBrand: { roles: 'a', keys: true },
  studioPublishBrand: { roles: 'a', keys: false, stepUp: true },
  studioServiceState: { roles: 'oa', keys: true },
  studioListWebhookEndpoints: { roles: 'oa', keys: true },
  studioCreateWebhookEndpoint: { roles: 'oa', keys: true },
  studioChangeWebhookEndpoint: { roles: 'oa', keys: true },
  studioRotateWebhookSecret: { roles: 'oa', keys: true },
  studioDeleteWebhookEndpoint: { roles: 'oa', keys: true },
  studioListWebhookDeliveries: { roles: 'oa', keys: true },
  studioSendTestWebhook: { roles: 'oa', keys: true },
  studioReplayWebhookDelivery: { roles: 'oa', keys: true },
  studioReplayWebhookSpan: { roles: 'oa', keys: true },
  studioCareFind: { roles: 'cfa', keys: true },
  studioCareSummary: { roles: 'cfa', keys: true },
  studioCareTimeline: { roles: 'cfa', keys: true },
  studioCareCharge: { roles: 'cfa', keys: true },
  studioCareEvidence: { roles: 'cfa', keys: true },
  studioCareCancel: { roles: 'ca', keys: true },
  studioCareBlock: { roles: 'ca', keys: true },
  studioCareUnblock: { roles: 'ca', keys: true },
  studioCareSendAgain: { roles: 'ca', keys: true },
  studioCareNote: { roles: 'ca', keys: true },
  studioCareRefund: { roles: 'ca', keys: true },
  studioCareApprovals: { roles: 'cfa', keys: true },
  studioCareOpenApproval: { roles: 'fa', keys: false },
  studioCareOpenFeedback: { roles: 'cfa', keys: true },
  studioCareOpenDispute: { roles: 'cfa', keys: true },
  studioCareOpenCharge: { roles: 'cfa', keys: true },
  studioCareApprove: { roles: 'fa', keys: false, stepUp: true },
  studioCareRefuse: { roles: 'fa', keys: false },
  studioCareDisputes: { roles: 'cfa', keys: true },
  studioDownloadDisputes: { roles: 'cfa', keys: true },
  studioCareDispute: { roles: 'ca', keys: true },
  studioCareAnswerDispute: { roles: 'ca', keys: true },
  studioCareDecideDispute: { roles: 'ca', keys: true },
  studioPackageNames: { roles: 'epcoa', keys: true },
  studioPackages: { roles: 'fa', keys: true },
  studioPreviewPrice: { roles: 'a', keys: true },
  studioMakePackage: { roles: 'a', keys: false, stepUp: true },
  studioChangePrice: { roles: 'a', keys: false, stepUp: true },
  studioRenamePackage: { roles: 'a', keys: false, stepUp: true },
  studioWithdrawPrice: { roles: 'a', keys: false, stepUp: true },
};

const CONTRACT = new URL('../../../../packages/contract/src/studio/', import.meta.url);
const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.calls.ts'));
const modules = await Promise.all(files.map((name) => import(new URL(name, CONTRACT).href)));
const CALLS = modules.flatMap((module) => Object.values(module).filter(isStudioCall));

const NOBODYS_ID = '018f0000-0000-7000-8000-000000000000';
let product: TestProduct;
let studio: FastifyInstance;
const people = new Map<Role, Person>();
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  for (const role of ROLES) people.set(role, await createPerson(product, [role]));
});
afterAll(() => product.close());

/** The refusal of a request without a body of its own: `admitted` if the guard let it in. */
async function judged(
  call: AnyStudioCall,
  given: { cookie?: string; csrf?: string; headers?: Record<string, string> },
): Promise<string> {
  const url = call.path.replace(/:[a-z_]+/g, NOBODYS_ID);
  const body = call.method === 'GET' ? undefined : {};
  const { status, body: answer } = await ask(studio, url, { method: call.method, body, ...given });
  const refusals = [401, 403];
  return refusals.includes(status) && answer.code !== 'sign_in_refused'
    ? String(answer.code)
    : 'admitted';
}

async function keyWith(scopes: readonly Scope[]): Promise<{ headers: Record<string, string> }> {
  const asked = { command: 'key' as const, name: 'Table', scopes: [...scopes], days: 9 };
  const [secret] = (await runStaffCommand(product.app.staff, asked)).split('\n');
  return { headers: { authorization: `Bearer ${secret}` } };
}

const sessionOf = (role: Role, factorAt?: Date) =>
  createSession(product, people.get(role) as Person, factorAt);
const forAnyone = (call: AnyStudioCall) => DECIDED[call.id]?.roles === 'anyone';

describe('the calls of the studio', () => {
  it('are all decided in this table, registered, and named once', async () => {
    const ids = CALLS.map(({ id }) => id);
    expect([...ids].sort()).toEqual(Object.keys(DECIDED).sort());
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path } of CALLS)
      expect([path, studio.hasRoute({ method, url: path })]).toEqual([path, true]);
  });

  it('are registered through the contract: no address of the studio goes around the guard', () => {
    const known = new Set(CALLS.map(({ method, path }) => `${method} ${path}`));
    const registered = studio.swagger().paths ?? {};
    for (const [path, operations] of Object.entries(registered))
      for (const method of Object.keys(operations ?? {})) {
        const url = path.replace(/\{([a-z_]+)\}/g, ':$1');
        expect(known).toContain(`${method.toUpperCase()} ${url}`);
      }
  });

  it.each(ROLES.map((role) => [role]))('answer to %s exactly as decided', async (role) => {
    for (const call of CALLS) {
      const session = await sessionOf(role);
      const { roles } = DECIDED[call.id] ?? { roles: '' };
      const may = roles === 'anyone' || roles.includes(role.charAt(0));
      const expected = may ? 'admitted' : 'scope_missing';
      expect([call.id, await judged(call, session)]).toEqual([call.id, expected]);
    }
  });

  it.each(CALLS.map((call) => [call.id, call] as const))(
    '%s is refused by name without a session, late, from elsewhere, without token and scope',
    async (_id, call) => {
      const open = forAnyone(call);
      const administrator = await sessionOf('administrator');
      const expired = await sessionOf('administrator');
      const ended = await sessionOf('administrator');
      await product.rows(
        `update staff_sessions set last_seen_at = last_seen_at - interval '${SESSION_IDLE_MS} ms'
         where id = '${expired.id}'`,
      );
      await product.rows(`update staff_sessions set ended_at = now() where id = '${ended.id}'`);
      const evil = { headers: { origin: 'https://evil.example' } };
      const cross = { headers: { 'sec-fetch-site': 'cross-site' } };
      const { keys = false, stepUp = false } = DECIDED[call.id] ?? {};
      const isScope = call.needs.includes(':');
      const unscoped = KEY_SCOPES.filter((scope) => scope !== call.needs);
      const old = await sessionOf('administrator', new Date(0));
      const forKeys = keys ? 'admitted' : undefined;
      const isForPeople = call.needs === 'account' || stepUp;
      const keyRefusal = isForPeople ? 'account_needed' : 'scope_missing';
      const needsToken = !open && call.method !== 'GET';
      const cells = {
        nobody: [await judged(call, {}), open ? 'admitted' : 'not_signed_in'],
        unknown: [
          await judged(call, { cookie: 'A'.repeat(43) }),
          open ? 'admitted' : 'not_signed_in',
        ],
        expired: [await judged(call, expired), open ? 'admitted' : 'not_signed_in'],
        ended: [await judged(call, ended), open ? 'admitted' : 'not_signed_in'],
        foreign: [await judged(call, { ...administrator, ...evil }), 'foreign_origin'],
        cross: [await judged(call, { ...administrator, ...cross }), 'foreign_origin'],
        tokenless: [
          await judged(call, { cookie: administrator.cookie }),
          needsToken ? 'csrf_token_invalid' : 'admitted',
        ],
        foreignToken: [
          await judged(call, { cookie: administrator.cookie, csrf: old.csrf }),
          needsToken ? 'csrf_token_invalid' : 'admitted',
        ],
        stale: [await judged(call, old), stepUp ? 'step_up_needed' : 'admitted'],
        key: [await judged(call, await keyWith(KEY_SCOPES)), forKeys ?? keyRefusal],
        unscopedKey: [
          await judged(call, await keyWith(unscoped)),
          isScope && !isForPeople ? 'scope_missing' : (forKeys ?? keyRefusal),
        ],
        badKey: [
          await judged(call, { ...administrator, headers: { authorization: 'Bearer x' } }),
          'api_key_invalid',
        ],
      };
      for (const [cell, [found, expected]] of Object.entries(cells))
        expect([call.id, cell, found]).toEqual([call.id, cell, expected]);
      await product.rows(`update staff_api_keys set revoked_at = created_at`);
    },
  );
});
