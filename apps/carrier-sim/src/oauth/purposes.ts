/**
 * The purposes of the W3C Data Privacy Vocabulary 2 without their prefix `dpv:`, which CAMARA's
 * security profile uses. A subscriber cannot have consented to an unknown purpose, so it gets no
 * token.
 */
const PURPOSES: ReadonlySet<string> = new Set(
  `AcademicResearch AccountManagement Advertising AgeVerification AntiTerrorismOperations CombatClimateChange CommercialPurpose
  CommercialResearch CommunicationForCustomerCare CommunicationManagement Counterterrorism CounterMoneyLaundering CreditChecking
  CustomerCare CustomerClaimsManagement CustomerManagement CustomerOrderManagement CustomerRelationshipManagement
  CustomerSolvencyMonitoring DataAltruism DeliveryOfGoods DirectMarketing DisputeManagement EnforceAccessControl EnforceSecurity
  EstablishContractualAgreement FraudPreventionAndDetection FulfilmentOfContractualObligation FulfilmentOfObligation
  HumanResourceManagement IdentityAuthentication IdentityVerification ImproveExistingProductsAndServices ImproveHealthcare
  ImproveInternalCRMProcesses ImprovePublicServices ImproveTransportMobility IncreaseServiceRobustness InternalResourceOptimisation
  LegalCompliance MaintainCreditCheckingDatabase MaintainCreditRatingDatabase MaintainFraudDatabase Marketing
  MembersPartnersManagement MisusePreventionAndDetection NonCommercialPurpose NonCommercialResearch OptimisationForConsumer
  OptimisationForController OptimiseUserInterface OrganisationComplianceManagement OrganisationGovernance OrganisationRiskManagement
  PaymentManagement Personalisation PersonalisedAdvertising PersonalisedBenefits PersonnelHiring PersonnelManagement
  PersonnelPayment ProtectionOfIPR ProtectionOfNationalSecurity ProtectionOfPublicSecurity ProvideEventRecommendations
  ProvideOfficialStatistics ProvidePersonalisedRecommendations ProvideProductRecommendations PublicBenefit PublicPolicyMaking
  PublicRelations Purpose RecordManagement RepairImpairments RequestedServiceProvision ResearchAndDevelopment RightsFulfillment
  RightsFulfilment ScientificResearch SearchFunctionalities Sector SellDataToThirdParties SellInsightsFromData SellProducts
  SellProductsToDataSubject ServiceOptimisation ServicePersonalisation ServiceProvision ServiceRegistration ServiceUsageAnalytics
  SocialMediaMarketing SupportContractNegotiation SupportEntityDecisionMaking SupportInformedConsentDecision TargetedAdvertising
  TechnicalServiceProvision UserInterfacePersonalisation VendorManagement VendorPayment VendorRecordsManagement
  VendorSelectionAssessment Verification`.split(/\s+/),
);

/**
 * Whether a scope word such as `dpv:RequestedServiceProvision` names a purpose of the vocabulary.
 */
export function isPurpose(word: string): boolean {
  return word.startsWith('dpv:') && PURPOSES.has(word.slice('dpv:'.length));
}
