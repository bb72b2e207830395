import { setupFileTemplate } from "../files/template.js";
import { escapeText } from "../text/escapeText.js";
import { variantNamed } from "./validateFile.js";

/** Returns the prompt for writing a setup file. @throws AgentError if the variant doesn't exist. */
export function writeSetupFilePrompt(variantName: string, application: string): string {
  const variant = variantNamed(variantName);
  const of = application === "" ? "" : ` of ${JSON.stringify(escapeText(application, 150))}`;
  return [
    `Write a .vaultconn.json setup file for a connection${of}, with the variant ${variant.name} (type ${variant.type}).`,
    `Ask vaultconn_explain for ${variant.name} first: it says which properties are required, which are secret, and where a person finds each value.`,
    "Write a reference such as ${secret:NAME} or ${env:NAME} for each secret. Don't ask the person for a secret, and don't write one.",
    "Check the file with vaultconn_validate after each edit, until it's valid. Then tell the person to review and push it: you can't push.",
    `Start from this:\n\n${setupFileTemplate({ variant }).text}`,
  ].join("\n");
}
