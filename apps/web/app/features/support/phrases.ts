/**
 * English phrases of people who think of dying or of hurting themselves, in the form of `toCanonical`. A weight of 1 is
 * enough by itself; lower weights add up. The phrases were tuned on one half of the corpus in this folder and are
 * measured on the other (`worrying-text.test.ts`).
 */
export type Phrase = {
  pattern: RegExp;
  weight: number;
  /** Whether the phrase is a negation itself ("do not want to live"), so that a preceding "not" does not cancel it. */
  isNegative?: boolean;
};

const wants = String.raw`(?:want(?:s|ed|ing)?|wish|need|ready|long(?:ing)?|would (?:love|like)|prefer|hope|(?:am|be) about|decided|plan|planning)`;
const toDie = String.raw`(?:die\b(?! old| young and| my hair| (?:of|from) (?:laugh\w*|embarrass\w*|cringe|boredom|shame|heat|cute\w*)| laughing| for\b| on this hill)|be dead|be gone(?! (?:by|for|from|to|on|before)\b)|not exist|stop existing|not be alive|not be here anymore|unalive|disappear forever|disappear and never|vanish and not|cease to exist|sleep forever(?! after)|rest forever|leave (?:this|the) (?:world|life|earth)|go to sleep forever|go to sleep and never|(?:be with|join|follow) (?:my (?:\w+ ?)|her|him|them)(?:in heaven)?(?= *$|,? (?:tonight|i want|now|soon))(?<=(?:heaven|follow (?:her|him|them))\b.{0,4})|be put out of my misery|end (?:it|things|everything|it all)(?= *(?:$|,|\btonight|\bnow|\btoday|\bsoon))|cut(?= *(?:$|,|so bad|again|tonight|now|myself(?! (?:some|a|off)\b))))`;
const notAlive = String.raw`(?:live(?= *(?:$|,|anymore|like this|this life|with (?:this|the) pain|another|through))|be alive|exist\b(?! on\b)|hold on(?= *(?:$|,|anymore|longer|any))|stay alive|be here(?= anymore)|wake up(?! (?:with|the|before|early|at|so|for))|keep (?:living|going)(?= *(?:$|,|like this|anymore))|go on(?= *(?:$|,|like this|living|anymore))|carry on(?= *(?:$|,|like this|anymore|living))|see tomorrow|be around anymore|continue living)`;

const kills = String.raw`(?:killing|kill|killed)`;
const thinks = String.raw`(?:think\w*|thoughts?|thought|fantasi\w+|dream\w*|daydream\w*|obsess\w*|idea|ideas)`;

const strong = (source: string): Phrase => ({ pattern: new RegExp(source, 'u'), weight: 1 });
const negative = (source: string): Phrase => ({ ...strong(source), isNegative: true });
const partial = (source: string, weight = 0.5): Phrase => ({ pattern: new RegExp(source, 'u'), weight });

export const phrases: readonly Phrase[] = [
  // Wishing to be dead.
  strong(String.raw`\b${wants} (?:\w+ )?to (?:just |really |fucking |actually |so badly )*${toDie}`),
  strong(String.raw`\bwant(?:ing)? (?:\w+ ){0,3}death\b`),
  strong(String.raw`\b(?:feel|feels|feeling) like (?:dying|ending (?:it|my|everything)|being dead)\b`),
  strong(String.raw`\brather (?:just )?be dead\b`),
  partial(
    String.raw`\brather (?:just )?die than (?:live|go (?:on|through)|face|feel|keep|wake|do this|spend|see|be (?:here|alive|like))`,
    1,
  ),
  strong(
    String.raw`\bwish(?:ed|ing)? (?:that )?i (?:was|were|could be|am|would (?:just )?be)(?: just)? dead\b(?! asleep| tired| certain| sure| right| wrong)`,
  ),
  negative(
    String.raw`\bwish(?:ed|ing)? (?:that )?i (?:was|were|would) not (?:be )?(?:alive|existing|here anymore|born)`,
  ),
  negative(String.raw`\bwish(?:ed|ing)? (?:that )?i (?:did|do|would|could) (?:just )?not exist`),
  strong(
    String.raw`\bwish(?:ed|ing)? (?:that )?i (?:would|could|had|will)? ?(?:just )?(?:die|disappear forever|died)\b`,
  ),
  negative(String.raw`\b(?:wish|should|better if) i (?:had |have )?never (?:been |was |have been )?(?:born|existed)`),
  negative(String.raw`\bnever have been born\b`),
  strong(String.raw`\bbetter off dead\b`),
  strong(String.raw`\bi should (?:just |really )?(?:be dead|die|kill)\b`),
  negative(String.raw`\bshould not (?:even )?be (?:alive|here anymore)\b`),
  negative(String.raw`\bnot deserve to (?:live|be alive|exist|breathe)\b`),
  partial(String.raw`\bdeserve (?:to die|to be dead|death)\b`, 1),

  strong(
    String.raw`\b(?:wish\w*|hop\w+|pray\w*) (?:that )?(?:i (?:would|could|will)|it (?:would|will)|this \w+ (?:would )?|something (?:would )?|somebody (?:would )?|someone (?:would )?|god (?:would )?)(?:just )?(?:kills?|took|takes?|die)\b(?: me)?`,
  ),
  strong(
    String.raw`\b(?:want|need|pay) (?:someone|somebody|anyone|you|him|god) to (?:just )?(?:kill me|end me|put me out)\b`,
  ),
  strong(
    String.raw`\b(?:dying|death|being dead|not existing|suicide|not being (?:here|alive)|killing myself)\b.{0,8}\b(?:sounds?|feels?|seems?|looks?|would be|is)\b.{0,24}\b(?:nice|peace\w*|restful|rest|good|easy|easier|relief|better|logical|comfort\w*|calm\w*|best|right|tempting|answer|appealing|beautiful|warm|escape|inviting|solution|option)\b`,
  ),
  strong(
    String.raw`\b(?:thought|idea|dream) of (?:dying|death|being dead|not existing|suicide|killing myself|it ending)\b.{0,16}\b(?:calms?|comforts?|soothes?|helps|only thing|makes me (?:calm|happy)|is (?:calming|comforting))`,
  ),
  strong(
    String.raw`\b(?:easy|easier|simpler|simple|nice|better|relief|wonderful) (?:it )?(?:would be |is |if i (?:could )?|to )+(?:just |simply )*(?:die|died|be dead|not exist|disappear|be gone|not be here)\b`,
  ),
  strong(
    String.raw`\b(?:relief|better|easier|easy|nice|fine|good|gone|stop|change|matter|cry|sad|miss|happen\w*)\b.{0,16}\bif i (?:just |simply |finally )?(?:did not exist|died|was dead|were dead|killed myself|was not (?:here|alive)|were not (?:here|alive)|never existed|was gone|disappeared)\b`,
  ),
  strong(
    String.raw`\bif i (?:just |simply |finally )?(?:killed myself|ended my life|was dead|were dead|did not exist)\b`,
  ),
  strong(
    String.raw`\b(?:part of me|something in me|everything in me|half of me|all of me)\b.{0,16}\b(?:dead|to die|gone)\b`,
  ),
  negative(
    String.raw`\bwould not mind (?:\w+ )?(?:dying|if i (?:died|never woke|did not wake)|being dead|not waking|not being (?:here|alive)|becoming one)`,
  ),
  strong(
    String.raw`\b(?:enough of|no use for|finished with) (?:living|being alive|life|this life|existing)\b(?! (?:in|with|out|at|on))`,
  ),
  negative(
    String.raw`\b(?:can not|could not) (?:bear|stand|take|face|handle|endure)\b.{0,12}\b(?:being alive|living(?! (?:in|with|here|on|next|near|out|at))|existing|my life anymore|life anymore)\b`,
  ),
  negative(String.raw`\bnot see (?:myself|me|a future|any future)\b.{0,20}\b(?:alive|being here|living|in it)\b`),
  negative(String.raw`\bnot (?:imagine|picture|see) (?:being|myself) (?:being )?alive\b`),
  negative(
    String.raw`\b(?:can not|only|not want to|struggle to|hard to|reason i|tired of|barely) stay(?:ing)? alive\b`,
  ),
  negative(
    String.raw`\bnot (?:want|wish|plan|expect|intend) to make it (?:to|past|through) (?:my|the|next|christmas|tomorrow|summer|winter|spring|thirty|forty|\d)`,
  ),
  negative(String.raw`\bnot (?:think )?(?:i )?(?:am |will )?(?:going to |will )?be alive\b`),
  negative(
    String.raw`\b(?:can not|not want to|could not) (?:live|do life|do living|bear life|do this life)(?= *$| anymore| like this| with (?:this|the) (?:pain|guilt|shame))`,
  ),
  negative(String.raw`\bnot want this life\b`),
  strong(String.raw`\b(?:sick|tired|weary) of (?:my )?existence\b`),
  strong(String.raw`\bfight\w* to (?:stay|be) alive\b`),

  strong(
    String.raw`\b(?:see|seeing|imagin\w+|pictur\w+|pictures of|images of|find|found|where)\b.{0,12}\b(?:myself|me|i am) dead\b(?! (?:on|tired|last))`,
  ),
  partial(String.raw`\b(?:feel like )?i am already dead\b`, 0.7),
  partial(String.raw`\bwaiting (?:for it to be (?:official|over)|to die)\b`, 0.5),
  strong(
    String.raw`\b(?:love|like|anything|prefer|rather|want|wish|better|nice|easier|relief)\b.{0,12}\bnot (?:to )?(?:exist(?! on)|be alive|have been born|be here anymore)\b`,
  ),
  strong(String.raw`\bnothing left (?:but|except) (?:dying|death|to die|suicide)\b`),
  strong(String.raw`\bchoice (?:but )?(?:to die|is (?:dying|death))\b`),
  strong(
    String.raw`\b(?:want|going|ready|time|could|should|need) (?:to )?(?:just )?disappear (?:for good|for ever|forever|from this (?:world|earth))\b`,
  ),
  strong(
    String.raw`\blook(?:ing)? forward to (?:dying(?! \w+ with| my| the)|death|being dead|my death|the end of my life)`,
  ),
  strong(String.raw`\bgod\b.{0,8}\btakes? me\b(?= *$| (?:soon|in my sleep|now|tonight|away|home))`),
  strong(String.raw`\b(?:says?|saying|tells?|telling|whispers?|urge)\b.{0,8}\bjump\b`),
  strong(String.raw`\bcheck(?:ing)? out of (?:this )?life\b`),
  strong(
    String.raw`\b(?:disappointed|sad|sorry|angry|upset|annoyed|cried|hate it|hated)\b.{0,12}\bi (?:woke up|am still alive|wake up)(?= *$| at all| this| again| alive| today| every)`,
  ),
  strong(String.raw`\b(?:still alive and i (?:hate|wish)|hate that i am (?:still )?alive|sorry that i am alive)\b`),

  strong(
    String.raw`\b(?:thoughts?|thinking|thought) (?:of|about) (?:not being (?:here|alive|around)|wanting to die|self harm\w*|hurting myself|harming myself|dying|not existing|leaving this (?:world|life))\b`,
  ),
  strong(
    String.raw`\b(?:tempted|begging|trying|waiting|let me|allowed|supposed|meant) (?:to )?(?:just )?die\b(?! (?:of|laughing|for|young|down|out|at home))`,
  ),
  strong(
    String.raw`\bshould have died\b|\bwish (?:it|they|she|he|that) had (?:worked|killed me|let me (?:die|go))|\bwish\w* i had (?:died|succeeded|not survived|never woken|never survived)\b`,
  ),
  negative(String.raw`\bwish\w*\b.{0,40}\bi (?:had|would) never (?:have )?(?:woken|woke|wake)`),
  strong(String.raw`\bwill to live (?:is|has|was)\b.{0,12}\b(?:gone|left|dead|zero|nothing)`),
  partial(String.raw`\blife (?:is|feels|seems)\b.{0,8}\b(?:meaningless|pointless|unbearable|hopeless|over)\b`, 0.6),
  partial(String.raw`\bdone (?:fighting|trying|pretending)\b`, 0.5),

  // Not wishing to live.
  negative(
    String.raw`\b(?:not|never|no longer|don t) (?:\w+ )?(?:want|wants|wish|care|feel like|like) (?:\w+ )?(?:to |being |living )?${notAlive}`,
  ),
  negative(String.raw`\bno longer want to (?:live|be alive|exist|be here)\b`),
  negative(
    String.raw`\b(?:hope|wish|pray|want|love to|mind if|sleep and|could)\b.{0,40}\b(?:not|never) (?:just |ever )?(?:wak(?:e|ing)|woken|woke) up(?! (?:with|the|before|early|at|so|for))`,
  ),
  negative(
    String.raw`\b(?:hope|pray|praying|hoping)(?: that)? i (?:do|will) not wake(?: up)?(?! up (?:with|the|before|early|at|so|for)| the)`,
  ),
  negative(String.raw`\bfall asleep and (?:not|never) wake`),
  negative(
    String.raw`\b(?:no|not|nothing|without|lost|losing)\b.{0,24}\b(?:reason|point|purpose|sense|will|desire|strength)\b(?: left)? (?:to (?:live|be alive|go on living|keep living|stay alive)|in (?:living(?! with)|being alive|life)|of (?:living|being alive))`,
  ),
  negative(String.raw`\bwhat is the (?:point|use) (?:of|in) (?:living(?! with| in)|being alive|life|staying alive)\b`),
  negative(String.raw`\b(?:nothing|no one|nobody)(?: left)? (?:to live for|keeping me (?:here|alive))`),
  negative(
    String.raw`\b(?:life|living|it) (?:is|feels|seems)(?: just)?(?: not|nt)? ?(?:not )?worth (?:living|it to live)(?<=not worth.*)`,
  ),
  strong(
    String.raw`\b(?:tired|sick|exhausted|weary) of (?:being alive|living(?! (?:with|in|on|next|near|here|out|at|alone|under|above|off|by)\b)|life(?! in| at| admin)|existing)`,
  ),
  strong(
    String.raw`\b(?:done|finished|through) with (?:life(?! in)|living(?! (?:with|in|on|next|near|here|out|at|alone|off|by)\b)|being alive|existing|this life)\b`,
  ),
  strong(
    String.raw`\b(?:hate|hating) (?:being alive|living(?! (?:in|with|here|on|next|near|out|at)\b)|to be alive|existing)`,
  ),
  strong(String.raw`\b(?:give|gave|given|giving) up on (?:life|living)\b`),
  strong(String.raw`\bout of this life\b`),
  negative(
    String.raw`\bcan not (?:go|carry|keep) (?:on|going|living)(?= *(?:$|,|and\b|like this|anymore|living|another))`,
  ),
  negative(
    String.raw`\bnot think i can (?:go|carry|keep) (?:on|going|living)(?= *(?:$|,|and\b|like this|anymore|living|another|much))`,
  ),
  negative(
    String.raw`\bnot (?:plan|planning|going|intend|expect)\w* (?:on |to )?(?:be|being) (?:here|around|alive)\b(?= (?:next|for|much|anymore|by|long|in|at|to see)|$)`,
  ),
  negative(
    String.raw`\bnot (?:going to |think i will )(?:make it|survive)\b(?= (?:to|through|past|until|much|tonight|another))`,
  ),

  // Taking one's life.
  strong(String.raw`\b${kills} (?:of )?myself\b`),
  strong(String.raw`\b${thinks} (?:\w+ )?(?:about|of|on) killing (?:yourself|oneself)\b`),
  strong(String.raw`\b(?:might|could|to|just|and|do) (?:just )?(?:want to )?kill yourself\b`),
  negative(
    String.raw`\b(?:reason|thing) (?:that )?(?:i have not|i did not|i do not|that stops me|stopping me|keeping me from)\b.{0,12}\b(?:kill|killed|end|ended|die|done it)`,
  ),
  negative(String.raw`\bpromised?\b.{0,24}\b(?:not|never) (?:kill|hurt|harm|cut|end)\b.{0,12}\b(?:myself|life)\b`),
  strong(
    String.raw`\b(?:off|offing|offed|topping|do myself in|doing myself in)\b(?: myself)?(?<=myself| in)(?= *$|,| tonight| soon)`,
  ),
  strong(String.raw`\b(?:end|put) me out of my misery\b|\bput out of my misery\b`),
  negative(String.raw`\bcan not (?:stay|be|remain) (?:here|in this (?:world|life|body))(?= *$| anymore| any)`),
  strong(String.raw`\b(?:leave|leaving|exit|exiting) (?:this|the) (?:world|life|earth|planet)\b`),
  strong(String.raw`\bwanting to (?:die|be dead|end it|kill myself|not exist|disappear forever)\b`),
  strong(String.raw`\bkms\b`),
  strong(String.raw`\b(?:unaliv\w+) (?:my|your)?(?:self)?\b`),
  strong(String.raw`\bctb\b`),
  strong(String.raw`\b(?:end|ending|ended|take|taking|took) my (?:own )?life\b`),
  strong(
    String.raw`\b(?:going to|want to|might|might as well|could|will|thinking of|thinking about|thoughts of|ready to|should|like|of|rather|about to) (?:just )?end(?:ing)? it all\b`,
  ),
  strong(String.raw`\b${thinks} (?:of|about) ending (?:it|things|everything)\b(?! with)`),
  strong(String.raw`\bwant (?:it all|everything|my life|all of it) to (?:end|stop|be over)\b`),
  strong(String.raw`\bwant(?:ing)? (?:it|life) over\b`),
  strong(
    String.raw`\b(?:commit|committing|considering|contemplating|attempting|planning|thinking|thought) (?:about |of )?(?:my )?suicide\b`,
  ),
  strong(String.raw`\bthink(?:ing)?\b.{0,12}\b(?:about|of) (?:suicide|dying|my (?:own )?(?:death|suicide))\b`),
  strong(String.raw`\b(?:suicide|sui|si) (?:thoughts?|urges?|ideation) (?:\w+ )?(?:is|are|back|again|bad)`),
  strong(String.raw`\bsi is\b`),
  strong(String.raw`\bsuicidal (?:thoughts?|ideation|feelings?|urges?)\b`),
  strong(
    String.raw`\b(?:am|feel|feels|feeling|felt|been|being|was|get|getting|so|actively|passively|anyone|very|really|again) suicidal\b`,
  ),
  strong(String.raw`^suicidal\b`),
  strong(String.raw`\bsuicide note\b`),
  strong(
    String.raw`\b(?:painless|easy|easiest|quick|best)? ?ways? to (?:die|kill (?:my|your)self|end (?:it|my life))\b`,
  ),
  strong(
    String.raw`\b(?:fantasi\w+|dream\w*|daydream\w*) (?:\w+ )?(?:about|of) (?:dying|death|not being alive|being dead|not existing|my (?:own )?(?:death|funeral))\b`,
  ),
  strong(String.raw`\b(?:imagin\w+|pictur\w+|plann?\w*) my (?:own )?(?:funeral|death)\b`),
  strong(
    String.raw`\b(?:only|best) (?:way|thing|option|answer)\b.{0,32}\b(?:is|except|but) (?:death|dying|to die|suicide|dead)\b`,
  ),
  strong(
    String.raw`\b(?:death|dying|suicide|to die)\b.{0,16}\b(?:is|are|feels like|seems|seems like|looks like)\b.{0,12}\bonly (?:way|thing|option|answer|choice)\b`,
  ),
  strong(String.raw`\bno(?:t see any| other)? way out (?:except|but|other than|apart from)\b`),
  strong(String.raw`\bway out except (?:dying|death)\b`),
  strong(String.raw`\b(?:make|makes|be) my life (?:be )?over\b|\bmy life to be over\b`),
  strong(String.raw`\bstop wanting (?:it|to die)\b`),

  // Being a burden to others.
  strong(
    String.raw`\b(?<!(?:played|team|went|works|group|game)\b.{0,16})better(?: off)? without me\b(?! (?:at|in|on|there))`,
  ),
  strong(
    String.raw`\b(?:world|life|lives|place|family|kids|everyone|everybody|everything|they|all)\b.{0,24}\bbetter(?: place)? without me\b`,
  ),
  strong(
    String.raw`\b(?:better off|happier|easier|better|relieved|fine)\b.{0,16}\bif i (?:was|were|am|had|did|could|just|died|simply)\b ?(?:just |not )*(?:gone|dead|died|die|here|there|exist|around|never|alive|disappear\w*|vanish\w*|anymore)?`,
  ),
  strong(
    String.raw`\bnobody (?:would|will|is going to)(?: even| really)? (?:care|notice|mind|miss me|cry)\b.{0,16}\bif i (?:died|die|was|were|am|killed|kill|disappeared|vanished|had)\b ?(?:gone|dead|not|myself|never)?`,
  ),
  strong(String.raw`\bif i (?:died|die|killed|was gone|were gone|disappeared|was dead)\b.{0,24}\bnobody\b`),

  // Plans and farewells. One sign alone is not enough.
  partial(String.raw`\b(?:written|wrote|writing|have) (?:the|my|a) (?:note|notes)\b(?: already)?`, 0.5),
  partial(String.raw`\b(?:note|letters?) (?:already|last night|tonight|today)\b`, 0.5),
  partial(String.raw`\bgoodbye (?:letters?|notes?)\b(?! to my (?:old|job|former))`, 0.6),
  partial(String.raw`\bmy goodbye\b`, 0.5),
  partial(String.raw`^this is goodbye\b`, 0.7),
  partial(String.raw`\bgoodbye (?:everyone|everybody|all|world|friends)\b`, 0.5),
  partial(String.raw`\bthank you (?:all )?for (?:being|everything|all)\b`, 0.3),
  partial(String.raw`\bby the time (?:you|anyone) reads? this\b`, 0.5),
  partial(String.raw`\bi will be (?:gone|dead)\b(?! (?:next|for|until|on|from|by|this|hiking))`, 0.5),
  partial(String.raw`\bwill not be (?:here|around|alive|there)\b(?! for\b)`, 0.5),
  partial(String.raw`\b(?:be|is) my (?:very )?last (?:post|message|day|night)\b`, 0.5),
  partial(String.raw`\bi love you all\b|\bi am (?:so )?sorry\b|\bforgive me\b`, 0.5),
  partial(String.raw`\bi have a plan\b`, 0.5),
  partial(String.raw`\b(?:when|how) i (?:would |will )?do it\b`, 0.9),
  partial(String.raw`\bi (?:almost|nearly) did it\b`, 0.6),
  partial(String.raw`\b(?:last night|tonight|this weekend|yesterday)\b`, 0.4),
  partial(String.raw`\bnew\b|\bscared\b`, 0.1),
  partial(String.raw`\bset (?:a|the|my) date\b`, 0.5),
  partial(String.raw`\bafter that it stops\b|\bthen it (?:stops|is over|ends)\b`, 0.5),
  partial(String.raw`\b(?:giving|gave|given) away my (?:things|stuff|belongings)\b`, 0.5),
  negative(String.raw`\bnot need (?:them|it|anything) (?:soon|anymore|where)`),
  strong(
    String.raw`\b(?:going to|want to|could|so i can|so that i can|might|will|about to|thinking of|thinking about) (?:just )?(?:take|taking|swallow|swallowing) (?:all|every|the whole|too many)\b.{0,16}\b(?:pills?|tablets?|meds|medication|them)\b`,
  ),
  partial(
    String.raw`\b(?:have|got) (?:the|my|all the|some) (?:pills|tablets)\b.{0,12}\b(?:here|next|beside|in front|ready|lined)\b`,
    1,
  ),
  partial(
    String.raw`\b(?:saving|saved|stockpil\w+|hoarding|collecting)(?: up)?(?: all)? (?:my )?(?:pills|tablets|meds|medications?|medicine)\b`,
    1,
  ),
  strong(
    String.raw`\b(?:think\w* (?:of|about)|want to|going to|might|could|thoughts of|plan\w* (?:to|on)) overdos(?:e|ing)\b(?! on\b)`,
  ),
  strong(
    String.raw`\b(?:want\w* to|going to|might|could|nearly|almost|think\w* (?:of|about)|urge to|thoughts of) (?:just )?(?:jump\w*|step\w*|throw\w* myself)\b.{0,16}\b(?:off|in front|from|under|into|forward|out)\b(?!.{0,16}\b(?:pool|sea|lake|ship|water|river today)\b)`,
  ),
  partial(String.raw`\b(?:nearly|almost) (?:jumped|stepped|did)\b`, 0.6),
  partial(String.raw`\bedge of the (?:platform|roof|bridge|cliff)\b`, 0.5),
  strong(
    String.raw`\b(?:hop\w+|wish\w*|want|pray\w*|wait\w*)\b.{0,32}\b(?:car|bus|truck|lorry|train)\b.{0,16}\b(?:hits?|run\w* over|crush\w*) ?(?:me)?\b`,
  ),
  strong(String.raw`\b(?:hop\w+|wish\w*|want|pray\w*)\b.{0,24}\bhit by (?:a|the) (?:car|bus|truck|lorry|train)\b`),
  partial(String.raw`\b(?:decided|made (?:a|the|my) decision)\b`, 0.4),
  strong(
    String.raw`\bi attempted\b(?= (?:last|yesterday|again|this|tonight|on (?:mon|tues|wednes|thurs|fri|satur|sun)))`,
  ),

  // Hurting oneself.
  strong(
    String.raw`\b(?:hurt|hurting|harm|harming|harmed) myself\b(?! (?:playing|on (?!purpose)|while|when i (?:fell|slipped|tripped|jumped|lifted)|falling|lifting|at (?:the gym|work|football|training|practice|yoga)|running|skiing|doing|in the (?:gym|garden|kitchen)))`,
  ),
  strong(
    String.raw`\bcut(?:ting)? myself\b(?! (?:some|a|off|into|while|chopping|shaving|on (?!purpose)|with (?:a|the) (?:kitchen|bread)|slicing|peeling|out|loose|short))`,
  ),
  strong(
    String.raw`\b(?:start\w*|began|been|am|back to|keep|relapsed (?:and|with|into)|by) cutting(?: myself)? (?:again|myself|tonight|today)\b`,
  ),
  strong(String.raw`\bi (?:have )?cut (?:myself )?again\b`),
  strong(String.raw`^cut again\b`),
  strong(String.raw`\burges?\b.{0,12}\bto (?:cut|hurt|harm|self harm|burn|die|kill|end)\b`),
  strong(String.raw`\b(?:sh|self harm) (?:urges?|thoughts?|relapse)\b`),
  strong(String.raw`\bi (?:have |am |was |just |keep |still |want to |need to |had to )*self harm(?:ed|ing)?\b`),
  strong(String.raw`\b(?:relaps\w+|urges?|back|thoughts?|start\w*|thinking)\b.{0,16}\bself harm\w*\b`),
  strong(
    String.raw`\b(?:burn|burned|burnt|burning|punish|punished|punishing|hit|hitting|starve|starving|scratch\w*|bit|bite|biting|choking|choke) myself\b(?= (?:on purpose|again|when it|to feel|until|by|because|for))`,
  ),
  strong(
    String.raw`\b(?:hit|hitting|bang|banged|banging) my head\b.{0,24}\b(?:again|until|because|wall|on purpose)\b(?! (?:door|shelf|beam))`,
  ),
  strong(
    String.raw`\b(?:scratch\w*|cut|cutting|cuts|burn\w*|pick\w*|slic\w+) my (?:own )?(?:arms?|wrists?|thighs?|legs?|skin|stomach|body)\b`,
  ),
  strong(String.raw`\bcutting (?:is|was|feels|felt|helps?|made|makes)\b(?! (?:down|onions|grass|costs|off))`),
  strong(String.raw`\bsince i (?:last )?cut\b.{0,24}\b(?:want|urge|need|miss|crave)`),
  strong(
    String.raw`\b(?:razor|blade|blades|knife|pills)\b.{0,40}\b(?:keep thinking|keeps? calling|calling me|thinking about (?:it|them)|staring at)`,
  ),
  strong(
    String.raw`\bi\b.{0,24}\bself harm(?:ed|ing)\b(?= (?:again|today|yesterday|last night|this morning|tonight|in secret))`,
  ),
  strong(
    String.raw`\b(?:new|fresh|hide|hiding|cover|covering) (?:my |the )?(?:cuts|self harm)\b|\bcut (?:too )?deeper?\b|\bwant to (?:bleed|see blood)\b`,
  ),
  strong(String.raw`\bdo something (?:bad |stupid )?to myself\b`),
  negative(String.raw`\bnot (?:feel )?(?:safe|be trusted) (?:with|around|by|from) myself\b`),
  negative(String.raw`\bnot trust myself\b.{0,24}\b(?:safe|tonight|alone|right now|alive)\b`),
  negative(String.raw`\bnot (?:know (?:if|whether) i can )?keep myself (?:safe|alive)\b`),
  negative(String.raw`\bnot (?:promise|say)\b.{0,12}\b(?:i )?will not (?:hurt|kill|harm|cut)\b`),
  partial(String.raw`\bscared (?:of myself|of what i (?:might|could|will|may) do|i will)\b`, 0.6),

  // Signs that count only together with others.
  partial(String.raw`\b(?:am|feel like|being)(?: just)? (?:such )?a burden\b(?! when)`, 0.4),
  partial(
    String.raw`\b(?:feel|am|feeling) (?:so |really |very )?(?:unsafe|dead inside|hopeless|worthless|trapped)\b`,
    0.4,
  ),
  partial(String.raw`\bmake it real\b`, 0.6),
  partial(String.raw`\b(?:want|need) (?:the|this|all the|my) (?:pain|suffering|hurting) to (?:end|stop)\b`, 0.5),
  partial(String.raw`\bdeserve (?:the |this |to feel )?(?:pain|to suffer|to hurt)\b`, 0.4),
  partial(String.raw`\bnobody knows\b|\bnobody would understand\b`, 0.2),
  partial(String.raw`^i (?:have )?cut$`, 0.6),
  partial(String.raw`\bi (?:have )?relapsed(?= *$)`, 0.4),
  partial(String.raw`\bgiv(?:e|ing) up on everything\b`, 0.6),
  partial(String.raw`\b(?:stop|stopping|including) breathing\b`, 0.5),
  partial(
    String.raw`\b(?:not to|going to|about to|almost|want to) (?:do|did) it(?= *$|,| today| tonight| now| anyway)`,
    0.5,
  ),
  partial(String.raw`\b(?:bargaining|arguing|fighting) with myself\b`, 0.5),
  partial(
    String.raw`\bnobody needs me\b|\bi do not matter\b|\bwaste of (?:space|oxygen|air)\b|\bno future for me\b`,
    0.4,
  ),
  partial(String.raw`\bi want out(?= *$|,)`, 0.5),
  partial(String.raw`\bmake it stop for (?:good|ever)\b`, 0.6),
  partial(String.raw`\bend of my (?:rope|tether)\b|\bhit the wall\b|\bhad enough\b`, 0.4),
  partial(String.raw`\b(?:want|wish)\b.{0,8}\b(?:it|this|everything|all) (?:over|to be over)(?: with)?(?= *$|,)`, 0.6),
  partial(String.raw`\bnot (?:want to )?(?:hold|hang) on (?:anymore|any|much|longer)`, 0.5),
  partial(String.raw`\bnot belong (?:in this world|on this earth|here anymore)\b`, 0.6),
  partial(String.raw`\bwant to leave(?: it)?(?= *$|,| all)`, 0.4),
  partial(String.raw`\bstopped (?:taking|eating)\b`, 0.4),
  partial(
    String.raw`\b(?:what is|whats) the point\b(?= *$| of (?:it all|anything|being here|any of (?:it|this))| anymore)`,
    0.6,
  ),
  partial(String.raw`\bgenuinely\b|\btruly\b|\bhonestly\b|\bseriously\b`, 0.1),
  partial(String.raw`\bno way out\b|\bcan not see (?:a|any) way out\b`, 0.5),
];

/** The past, unless the same statement says that the thoughts have come back. */
export const longAgo =
  /\bused to\b|\b(?:years?|decades?|months?) ago\b|\bas a (?:teen\w*|kid|child|girl|boy|student|young)\b|\bwhen i was (?:young\w*|a |in |at |little|small|\d)|\bin my (?:early |late |mid )?(?:teens|twenties|thirties|forties|20s|30s|youth)\b|\bback (?:when|then)\b|\bi once\b|\bin (?:19|20)\d\d\b|\bthere was a time\b|\brecovery story\b|\bsurvived (?:my|a|an)\b|\bbefore i got (?:help|better)\b/u;
export const hasReturned =
  /\b(?:again|now|still|tonight|lately|today|these days|at the moment|this (?:week|morning|time)|back)\b(?! (?:when|then)\b)|\bi (?:just |really |do )?(?:want|wish|can not|do not|keep|feel|hope|am)\b(?! (?:to (?:tell|say|share|thank|help|live)|glad|proud|learning|grateful|thankful|happy|well|fine|here|you to know|it ))/u;

/** Something that has stopped. */
export const hasStopped =
  /\b(?:thoughts?|urges?|ideation|feelings?|cutting)\b.{0,12}\b(?:stopped|have gone|are gone|went away|disappeared|passed|left)\b|\bnot (?:\w+ )?anymore and\b|\b(?:clean|free) (?:from|of|for)\b/u;

/** Work, study or information about the subject, not the author's own thoughts. */
export const impersonalContext =
  /\b(?:training|trained|leaflet|article|poster|module|prevention|hotlines?|helplines?|guidelines|content warning|dissertation|volunteer\w*|documentary|awareness|lyrics|novel|chapter|book|film|song|play|game|level|campaign|episode|podcast)\b/u;

/** A demand by someone else. */
export const demandedByOthers =
  /\b(?:tell|told|tells|telling|said|says|shouted|messaged|wrote|asked)\b.{0,8}\bme (?:to|that i should)\b|\basked (?:me )?(?:whether|if)\b/u;
export const ownMind = /\b(?:mind|brain|head|voices?|thoughts?|depression|everything)\b/u;

/** Subjects of a statement. The last one before a phrase decides whom it is about. */
export const subjects =
  /\b(?:(i|me|you|we|anyone|anybody|myself)|(he|she|they|him|her|who|somebody|someone|people|my (?:feet|foot|legs?|arms?|back|phone|laptop|plants?|car|printer|battery|cat|dog|boss|knees?|hair|eyes)|this (?:printer|car|phone|plant)|the battery|(?:my|our|a|the|his|her|their) (?:[a-z-]+ ){0,2}(?:friend|brother|sister|son|daughter|kid|husband|wife|mum|mom|mother|dad|father|partner|boyfriend|girlfriend|cousin|uncle|aunt|grand\w+|pupil|student|patient|client|flatmate|roommate|colleague|neighbou?r|teenager|toddler|character|hero|heroine|banker|stranger|child|boy|girl|man|woman)))\b(?!'s)/gu;
