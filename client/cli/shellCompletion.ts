import type { CommandUnknownOpts } from "@commander-js/extra-typings";

export const COMPLETIONS: Readonly<Record<string, (program: CommandUnknownOpts) => string>> = {
  bash,
  // zsh loads the bash script through bashcompinit, which needs the completion system. Not every .zshrc starts that.
  zsh: (program) =>
    `whence compdef >/dev/null || { autoload -U compinit && compinit -i; }\nautoload -U +X bashcompinit && bashcompinit\n${bash(program)}`,
  fish,
  powershell,
};

const FILE = /<(?:file|folder)>$/;

function bash(program: CommandUnknownOpts): string {
  const cases = program.commands.map((command) => {
    const flags = command.options.flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined));
    const values = command.options.flatMap(({ long = "", argChoices }) =>
      argChoices ? [`        ${long}) words=${quote(argChoices.join(" "))} ;;\n`] : [],
    );
    return `    ${command.name()})
      words=${quote([...flags, "--help", ...argumentChoices(command)].join(" "))}
      case "$before" in
${values.join("")}        *) ;;
      esac ;;
`;
  });
  const names = [...program.commands.map((command) => command.name()), "--help", "--version"];
  return `_vaultconn() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words="" IFS=$' \\t\\n'
  case "\${COMP_WORDS[1]}" in
${cases.join("")}  esac
  [ "$COMP_CWORD" -eq 1 ] && words=${quote(names.join(" "))}
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _vaultconn vaultconn
`;
}

function fish(program: CommandUnknownOpts): string {
  const lines = program.commands.flatMap((command) => {
    const name = command.name();
    const within = `complete -c vaultconn -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    const choices = argumentChoices(command);
    return [
      `complete -c vaultconn -n __fish_use_subcommand -f -a ${name} -d ${quote(command.summary())}`,
      ...command.options.map(({ long = "", short, description, argChoices, flags }) => {
        const listed = argChoices ? `-x -a ${quote(argChoices.join(" "))}` : FILE.test(flags) ? "-r -F" : "-x";
        const takes = flags.endsWith(">") ? `${listed} ` : "";
        return `${within} ${short ? `-s ${short.slice(1)} ` : ""}-l ${long.slice(2)} ${takes}-d ${quote(description)}`;
      }),
      ...(choices.length > 0 ? [`${within} -f -a ${quote(choices.join(" "))}`] : []),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function powershell(program: CommandUnknownOpts): string {
  const list = (words: readonly string[]) => `@(${words.map(quote).join(", ")})`;
  const words = program.commands.flatMap((command) => {
    const flags = command.options.flatMap(({ long }) => long ?? []);
    const values = command.options.flatMap(({ long = "", argChoices }) =>
      argChoices ? [`    ${quote(`${command.name()} ${long}`)} = ${list(argChoices)}\n`] : [],
    );
    return [`    ${quote(command.name())} = ${list([...flags, "--help", ...argumentChoices(command)])}\n`, ...values];
  });
  const names = [...program.commands.map((command) => command.name()), "--help", "--version"];
  return `Register-ArgumentCompleter -Native -CommandName vaultconn -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @{
${words.join("")}  }
  $typed = @($ast.CommandElements | ForEach-Object { "$_" } | Select-Object -Skip 1)
  if ($word -ne '') { $typed = @($typed | Select-Object -SkipLast 1) }
  $option = "$($typed[0]) $($typed[-1])"
  $found = if ($typed.Count -eq 0) { ${list(names)} }
    elseif ($words.ContainsKey($option)) { $words[$option] } else { $words["$($typed[0])"] }
  $found | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function argumentChoices(command: CommandUnknownOpts): readonly string[] {
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
