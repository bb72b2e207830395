/** The product names of secret providers, by the provider's usual name. */
export const presetTitles = {
  op: "1Password",
  vault: "HashiCorp Vault",
  bao: "OpenBao",
  aws: "AWS Secrets Manager",
  az: "Azure Key Vault",
  gcloud: "Google Secret Manager",
  bw: "Bitwarden",
  bws: "Bitwarden Secrets Manager",
  pass: "pass",
  gopass: "gopass",
  keychain: "macOS Keychain",
  libsecret: "libsecret (secret-tool)",
  wincred: "Windows Credential Manager",
  doppler: "Doppler",
  infisical: "Infisical",
  vals: "vals",
} as const;

/** The title of a provider: the product name for a usual name, or else the name itself. */
export function providerTitle(name: string): string {
  return Object.hasOwn(presetTitles, name) ? presetTitles[name as keyof typeof presetTitles] : name;
}
