var it,k,Hn,Jt,pe,In,Wn,qn,Xt,et,De,Bn,Qt,Yt,Zt,jr,nt={},ot=[],Vr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,
at=Array.isArray;function ae(e,t){for(var o in t)e[o]=t[o];return e}function en(e){e&&e.parentNode&&e.parentNode.removeChild(
e)}function tn(e,t,o){var r,a,i,s={};for(i in t)i=="key"?r=t[i]:i=="ref"?a=t[i]:s[i]=t[i];if(arguments.length>2&&(s.children=
arguments.length>3?it.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(i in e.defaultProps)s[i]===void 0&&
(s[i]=e.defaultProps[i]);return tt(e,s,r,a,null)}function tt(e,t,o,r,a){var i={type:e,props:t,key:o,ref:r,__k:null,__:null,
__b:0,__e:null,__c:null,constructor:void 0,__v:a??++Hn,__i:-1,__u:0};return a==null&&k.vnode!=null&&k.vnode(i),i}function x(e){return e.children}function te(e,t){this.props=e,this.context=t}function he(e,t){if(t==null)return e.__?he(
e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="f\
unction"?he(e):null}function Gr(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,r=[],a=[],i=ae({},t);i.__v=t.__v+1,k.vnode&&k.vnode(
i),nn(e.__P,i,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,r,o??he(t),!!(32&t.__u),a),i.__v=t.__v,i.__.__k[i.__i]=i,Xn(r,
i,a),t.__e=t.__=null,i.__e!=o&&Kn(i)}}function Kn(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(
function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),Kn(e)}function Ln(e){(!e.__d&&(e.__d=!0)&&pe.push(e)&&
!rt.__r++||In!=k.debounceRendering)&&((In=k.debounceRendering)||Wn)(rt)}function rt(){try{for(var e,t=1;pe.length;)pe.length>
t&&pe.sort(qn),e=pe.shift(),t=pe.length,Gr(e)}finally{pe.length=rt.__r=0}}function jn(e,t,o,r,a,i,s,l,d,c,u){var v,p,m,y,
b,P,N=r&&r.__k||ot,S=t.length;for(d=Xr(o,t,N,d,S),v=0;v<S;v++)(m=o.__k[v])!=null&&(p=m.__i!=-1&&N[m.__i]||nt,m.__i=v,P=nn(
e,m,p,a,i,s,l,d,c,u),y=m.__e,m.ref&&p.ref!=m.ref&&(p.ref&&on(p.ref,null,m),u.push(m.ref,m.__c||y,m)),b==null&&y!=null&&(b=
y),4&m.__u?(d=Vn(m,d,e),p.__e&&(p.__e=null)):typeof m.type=="function"&&P!==void 0?d=P:y&&(d=y.nextSibling),m.__u&=-7);return o.
__e=b,d}function Xr(e,t,o,r,a){var i,s,l,d,c,u=o.length,v=u,p=0;for(e.__k=new Array(a),i=0;i<a;i++)(s=t[i])!=null&&typeof s!=
"boolean"&&typeof s!="function"?(typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?s=e.__k[i]=
tt(null,s,null,null,null):at(s)?s=e.__k[i]=tt(x,{children:s},null,null,null):s.constructor===void 0&&s.__b>0?s=e.__k[i]=
tt(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):e.__k[i]=s,d=i+p,s.__=e,s.__b=e.__b+1,l=null,(c=s.__i=Yr(s,o,d,v))!=-1&&
(v--,(l=o[c])&&(l.__u|=2)),l==null||l.__v==null?(c==-1&&(a>u?p--:a<u&&p++),typeof s.type!="function"&&(s.__u|=4)):c!=d&&
(c==d-1?p--:c==d+1?p++:(c>d?p--:p++,s.__u|=4))):e.__k[i]=null;if(v)for(i=0;i<u;i++)(l=o[i])!=null&&(2&l.__u)==0&&(l.__e==
r&&(r=he(l)),Zn(l,l));return r}function Vn(e,t,o){var r,a;if(typeof e.type=="function"){for(r=e.__k,a=0;r&&a<r.length;a++)
r[a]&&(r[a].__=e,t=Vn(r[a],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=he(e)),t=o.insertBefore(e.__e,t||null));
do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Yr(e,t,o,r){var a,i,s,l=e.key,d=e.type,c=t[o],u=c!=null&&(2&c.__u)==0;if(c===null&&l==null||u&&l==c.key&&d==c.type)
return o;if(r>(u?1:0)){for(a=o-1,i=o+1;a>=0||i<t.length;)if((c=t[s=a>=0?a--:i++])!=null&&(2&c.__u)==0&&l==c.key&&d==c.type)
return s}return-1}function zn(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Vr.test(t)?o:o+
"px"}function Qe(e,t,o,r,a){var i,s;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof r=="string"&&
(e.style.cssText=r=""),r)for(t in r)o&&t in o||zn(e.style,t,"");if(o)for(t in o)r&&o[t]==r[t]||zn(e.style,t,o[t])}else if(t[0]==
"o"&&t[1]=="n")i=t!=(t=t.replace(Bn,"$1")),s=t.toLowerCase(),t=s in e||t=="onFocusOut"||t=="onFocusIn"?s.slice(2):t.slice(
2),e.l||(e.l={}),e.l[t+i]=o,o?r?o[De]=r[De]:(o[De]=Qt,e.addEventListener(t,i?Zt:Yt,i)):e.removeEventListener(t,i?Zt:Yt,i);else{
if(a=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&
t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in
e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,
t=="popover"&&o==1?"":o))}}function Un(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[et]==null)t[et]=Qt++;else if(t[et]<
o[De])return;return o(k.event?k.event(t):t)}}}function nn(e,t,o,r,a,i,s,l,d,c){var u,v,p,m,y,b,P,N,S,L,Y,h,w,z,j,Gt,ee=t.
type;if(t.constructor!==void 0)return null;128&o.__u&&(d=!!(32&o.__u),i=[l=t.__e=o.__e]),(u=k.__b)&&u(t);e:if(typeof ee==
"function"){v=s.length;try{if(S=t.props,L=ee.prototype&&ee.prototype.render,Y=(u=ee.contextType)&&r[u.__c],h=u?Y?Y.props.
value:u.__:r,o.__c?N=(p=t.__c=o.__c).__=p.__E:(L?t.__c=p=new ee(S,h):(t.__c=p=new te(S,h),p.constructor=ee,p.render=Jr),
Y&&Y.sub(p),p.state||(p.state={}),p.__n=r,m=p.__d=!0,p.__h=[],p._sb=[]),L&&p.__s==null&&(p.__s=p.state),L&&ee.getDerivedStateFromProps!=
null&&(p.__s==p.state&&(p.__s=ae({},p.__s)),ae(p.__s,ee.getDerivedStateFromProps(S,p.__s))),y=p.props,b=p.state,p.__v=t,
m)L&&ee.getDerivedStateFromProps==null&&p.componentWillMount!=null&&p.componentWillMount(),L&&p.componentDidMount!=null&&
p.__h.push(p.componentDidMount);else{if(L&&ee.getDerivedStateFromProps==null&&S!==y&&p.componentWillReceiveProps!=null&&
p.componentWillReceiveProps(S,h),t.__v==o.__v||!p.__e&&p.shouldComponentUpdate!=null&&p.shouldComponentUpdate(S,p.__s,h)===
!1){t.__v!=o.__v&&(p.props=S,p.state=p.__s,p.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(ye){ye&&(ye.__=t)}),ot.
push.apply(p.__h,p._sb),p._sb=[],p.__h.length&&s.push(p),l=he(o);break e}p.componentWillUpdate!=null&&p.componentWillUpdate(
S,p.__s,h),L&&p.componentDidUpdate!=null&&p.__h.push(function(){p.componentDidUpdate(y,b,P)})}if(p.context=h,p.props=S,p.
__P=e,p.__e=!1,w=k.__r,z=0,L)p.state=p.__s,p.__d=!1,w&&w(t),u=p.render(p.props,p.state,p.context),ot.push.apply(p.__h,p.
_sb),p._sb=[];else do p.__d=!1,w&&w(t),u=p.render(p.props,p.state,p.context),p.state=p.__s;while(p.__d&&++z<25);p.state=
p.__s,p.getChildContext!=null&&(r=ae(ae({},r),p.getChildContext())),L&&!m&&p.getSnapshotBeforeUpdate!=null&&(P=p.getSnapshotBeforeUpdate(
y,b)),j=u!=null&&u.type===x&&u.key==null?Yn(u.props.children):u,l=jn(e,at(j)?j:[j],t,o,r,a,i,s,l,d,c),p.base=t.__e,t.__u&=
-161,p.__h.length&&s.push(p),N&&(p.__E=p.__=null)}catch(ye){if(s.length=v,t.__v=null,d||i!=null){if(ye.then){for(t.__u|=
d?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;i!=null&&(i[i.indexOf(l)]=null),t.__e=l}else if(i!=null)for(Gt=
i.length;Gt--;)en(i[Gt])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),ye.then||Gn(t),k.__e(ye,t,o)}}else i==null&&t.__v==
o.__v?(t.__k=o.__k,t.__e=o.__e):l=t.__e=Zr(o.__e,t,o,r,a,i,s,d,c);return(u=k.diffed)&&u(t),128&t.__u?void 0:l}function Gn(e){
e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Gn))}function Xn(e,t,o){for(var r=0;r<o.length;r++)on(o[r],o[++r],o[++r]);k.
__c&&k.__c(t,e),e.some(function(a){try{e=a.__h,a.__h=[],e.some(function(i){i.call(a)})}catch(i){k.__e(i,a.__v)}})}function Yn(e){
return typeof e!="object"||e==null||e.__b>0?e:at(e)?e.map(Yn):e.constructor!==void 0?null:ae({},e)}function Zr(e,t,o,r,a,i,s,l,d){
var c,u,v,p,m,y,b,P=o.props||nt,N=t.props,S=t.type;if(S=="svg"?a="http://www.w3.org/2000/svg":S=="math"?a="http://www.w3\
.org/1998/Math/MathML":a||(a="http://www.w3.org/1999/xhtml"),i!=null){for(c=0;c<i.length;c++)if((m=i[c])&&"setAttribute"in
m==!!S&&(S?m.localName==S:m.nodeType==3)){e=m,i[c]=null;break}}if(e==null){if(S==null)return document.createTextNode(N);
e=document.createElementNS(a,S,N.is&&N),l&&(k.__m&&k.__m(t,i),l=!1),i=null}if(S==null)P===N||l&&e.data==N||(e.data=N);else{
if(i=S=="textarea"&&N.defaultValue!=null?null:i&&it.call(e.childNodes),!l&&i!=null)for(P={},c=0;c<e.attributes.length;c++)
P[(m=e.attributes[c]).name]=m.value;for(c in P)m=P[c],c=="dangerouslySetInnerHTML"?v=m:c=="children"||c in N||c=="value"&&
"defaultValue"in N||c=="checked"&&"defaultChecked"in N||Qe(e,c,null,m,a);for(c in N)m=N[c],c=="children"?p=m:c=="dangero\
uslySetInnerHTML"?u=m:c=="value"?y=m:c=="checked"?b=m:l&&typeof m!="function"||P[c]===m||Qe(e,c,m,P[c],a);if(u)l||v&&(u.
__html==v.__html||u.__html==e.innerHTML)||(e.innerHTML=u.__html),t.__k=[];else if(v&&(e.innerHTML=""),jn(t.type=="templa\
te"?e.content:e,at(p)?p:[p],t,o,r,S=="foreignObject"?"http://www.w3.org/1999/xhtml":a,i,s,i?i[0]:o.__k&&he(o,0),l,d),i!=
null)for(c=i.length;c--;)en(i[c]);l&&S!="textarea"||(c="value",S=="progress"&&y==null?e.removeAttribute("value"):y!=null&&
(y!==e[c]||S=="progress"&&!y||S=="option"&&y!=P[c])&&Qe(e,c,y,P[c],a),c="checked",b!=null&&b!=e[c]&&Qe(e,c,b,P[c],a))}return e}
function on(e,t,o){try{if(typeof e=="function"){var r=typeof e.__u=="function";r&&e.__u(),r&&t==null||(e.__u=e(t))}else e.
current=t}catch(a){k.__e(a,o)}}function Zn(e,t,o){var r,a;if(k.unmount&&k.unmount(e),(r=e.ref)&&(r.current&&r.current!=e.
__e||on(r,null,t)),(r=e.__c)!=null){if(r.componentWillUnmount)try{r.componentWillUnmount()}catch(i){k.__e(i,t)}r.base=r.
__P=r.__n=null}if(r=e.__k)for(a=0;a<r.length;a++)r[a]&&Zn(r[a],t,o||typeof e.type!="function");o||en(e.__e),e.__c=e.__=e.
__e=void 0}function Jr(e,t,o){return this.constructor(e,o)}function Jn(e,t,o){var r,a,i,s;t==document&&(t=document.documentElement),
k.__&&k.__(e,t),a=(r=typeof o=="function")?null:o&&o.__k||t.__k,i=[],s=[],nn(t,e=(!r&&o||t).__k=tn(x,null,[e]),a||nt,nt,
t.namespaceURI,!r&&o?[o]:a?null:t.firstChild?it.call(t.childNodes):null,i,!r&&o?o:a?a.__e:t.firstChild,r,s),Xn(i,e,s),e.
props.children=null}it=ot.slice,k={__e:function(e,t,o,r){for(var a,i,s;t=t.__;)if((a=t.__c)&&!a.__)try{if((i=a.constructor)&&i.getDerivedStateFromError!=
null&&(a.setState(i.getDerivedStateFromError(e)),s=a.__d),a.componentDidCatch!=null&&(a.componentDidCatch(e,r||{}),s=a.__d),
s)return a.__E=a}catch(l){e=l}throw e}},Hn=0,Jt=function(e){return e!=null&&e.constructor===void 0},te.prototype.setState=
function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=ae({},this.state),typeof e=="function"&&(e=
e(ae({},o),this.props)),e&&ae(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),Ln(this))},te.prototype.forceUpdate=function(e){
this.__v&&(this.__e=!0,e&&this.__h.push(e),Ln(this))},te.prototype.render=x,pe=[],Wn=typeof Promise=="function"?Promise.
prototype.then.bind(Promise.resolve()):setTimeout,qn=function(e,t){return e.__v.__b-t.__v.__b},rt.__r=0,Xt=Math.random().
toString(8),et="__d"+Xt,De="__a"+Xt,Bn=/(PointerCapture)$|Capture$/i,Qt=0,Yt=Un(!1),Zt=Un(!0),jr=0;var Ie,q,rn,Qn,an=0,so=[],O=k,eo=O.__b,to=O.__r,no=O.diffed,oo=O.__c,ro=O.unmount,io=O.__;function ln(e,t){O.__h&&O.__h(
q,e,an||t),an=0;var o=q.__H||(q.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function U(e,t){var o=ln(Ie++,3);!O.__s&&cn(o.__H,t)&&(o.__=e,o.u=t,q.__H.__h.push(o))}function Le(e,t){var o=ln(Ie++,4);
!O.__s&&cn(o.__H,t)&&(o.__=e,o.u=t,q.__h.push(o))}function R(e){return an=5,J(function(){return{current:e}},[])}function J(e,t){var o=ln(Ie++,7);return cn(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Qr(){for(var e;e=so.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(st),t.__h.some(sn),t.__h=[]}catch(o){t.__h=
[],O.__e(o,e.__v)}}}O.__b=function(e){q=null,eo&&eo(e)},O.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),io&&io(
e,t)},O.__r=function(e){to&&to(e),Ie=0;var t=(q=e.__c).__H;t&&(rn===q?(t.__h=[],q.__h=[],t.__.some(function(o){o.__N&&(o.
__=o.__N),o.u=o.__N=void 0})):(t.__h.some(st),t.__h.some(sn),t.__h=[],Ie=0)),rn=q},O.diffed=function(e){no&&no(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(so.push(t)!==1&&Qn===O.requestAnimationFrame||((Qn=O.requestAnimationFrame)||ei)(Qr)),
t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),rn=q=null},O.__c=function(e,t){t.some(function(o){try{o.__h.some(
st),o.__h=o.__h.filter(function(r){return!r.__||sn(r)})}catch(r){t.some(function(a){a.__h&&(a.__h=[])}),t=[],O.__e(r,o.__v)}}),
oo&&oo(e,t)},O.unmount=function(e){ro&&ro(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{st(r)}catch(a){t=a}}),
o.__H=void 0,t&&O.__e(t,o.__v))};var ao=typeof requestAnimationFrame=="function";function ei(e){var t,o=function(){clearTimeout(
r),ao&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(o,35);ao&&(t=requestAnimationFrame(o))}function st(e){var t=q,
o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),q=t}function sn(e){var t=q;e.__c=e.__(),q=t}function cn(e,t){return!e||
e.length!==t.length||t.some(function(o,r){return o!==e[r]})}var ti=Symbol.for("preact-signals");function pt(){if(se>1)se--;else{var e,t=!1;for((function(){var a=ct;for(ct=void 0;a!==
void 0;){var i=a.S;if(i.v===a.v)for(var s=i.t;s!==void 0;s=s.x)s.i===a.i&&(s.i=i.i);a=a.o}})();Ue!==void 0;){var o=Ue;for(Ue=
void 0,lt++;o!==void 0;){var r=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&co(o))try{o.c()}catch(a){t||(e=a,t=!0)}o=r}}if(lt=0,se--,
t)throw e}}function we(e){if(se>0)return e();dn=++ni,se++;try{return e()}finally{pt()}}var ze,$=void 0;function He(e){var t=$,
o=ze;$=void 0,ze=void 0;try{return e()}finally{$=t,ze=o}}var Ue=void 0,se=0,lt=0,ni=0,dn=0,ct=void 0,dt=0;function lo(e){
if($!==void 0){var t=e.n;if(t===void 0||t.t!==$)return t={i:0,S:e,p:$.s,n:void 0,t:$,e:void 0,x:void 0,r:t},$.s!==void 0&&
($.s.n=t),$.s=t,e.n=t,32&$.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=$.
s,t.n=void 0,$.s.n=t,$.s=t),t}}function F(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,
this.Z=t?.unwatched,this.name=t?.name}F.prototype.brand=ti;F.prototype.h=function(){return!0};F.prototype.S=function(e){
var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:He(function(){var r;(r=t.W)==null||r.call(t)}))};
F.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,r=e.x;o!==void 0&&(o.x=r,e.e=void 0),r!==void 0&&(r.e=
o,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&He(function(){var a;(a=t.Z)==null||a.call(t)}))}};F.prototype.subscribe=
function(e){var t=this;return ne(function(){var o=t.value;He(function(){return e(o)})},{name:"sub"})};F.prototype.valueOf=
function(){return this.value};F.prototype.toString=function(){return this.value+""};F.prototype.toJSON=function(){return this.
value};F.prototype.peek=function(){var e=this;return He(function(){return e.value})};Object.defineProperty(F.prototype,"\
value",{get:function(){var e=lo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(lt>100)throw new Error(
"Cycle detected");(function(o){se!==0&&lt===0&&o.l!==dn&&(o.l=dn,ct={S:o,v:o.v,i:o.i,o:ct})})(this),this.v=e,this.i++,dt++,
se++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{pt()}}}});function H(e,t){return new F(e,t)}function co(e){for(var t=e.
s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function po(e){for(var t=e.s;t!==void 0;t=t.n){
var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function uo(e){for(var t=e.s,o=void 0;t!==
void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),
t=r}e.s=o}function ge(e,t){F.call(this,void 0,t),this.x=e,this.s=void 0,this.g=dt-1,this.f=4}ge.prototype=new F;ge.prototype.
h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===dt))return!0;if(this.g=dt,this.f|=
1,this.i>0&&!co(this))return this.f&=-2,!0;var e=$;try{po(this),$=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&
(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return $=e,uo(this),this.f&=-2,!0};ge.prototype.S=
function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}F.prototype.S.call(this,e)};ge.prototype.
U=function(e){if(this.t!==void 0&&(F.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=
t.n)t.S.U(t)}};ge.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(
ge.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=lo(this);if(this.h(),e!==void 0&&
(e.i=this.i),16&this.f)throw this.v;return this.v}});function ue(e,t){return new ge(e,t)}function fo(e){var t=e.j;if(e.j=
void 0,typeof t=="function"){se++;var o=$;$=void 0;try{t()}catch(r){throw e.f&=-2,e.f|=8,pn(e),r}finally{$=o,pt()}}}function pn(e){
for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,fo(e)}function oi(e){if($!==this)throw new Error("Out-of-o\
rder effect");uo(this),$=e,this.f&=-2;try{8&this.f&&pn(this)}finally{pt()}}function _e(e,t){this.x=e,this.j=void 0,this.
s=void 0,this.u=void 0,this.f=32,this.name=t?.name,ze&&ze.push(this)}_e.prototype.c=function(){var e=this.S();try{if(8&this.
f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};_e.prototype.S=function(){if(1&this.
f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,fo(this),po(this),se++;var e=$;return $=this,oi.bind(this,e)};_e.
prototype.N=function(){2&this.f||(this.f|=2,this.u=Ue,Ue=this)};_e.prototype.d=function(){this.f|=8,1&this.f||pn(this)};
_e.prototype.dispose=function(){this.d()};function ne(e,t){var o=new _e(e,t);try{o.c()}catch(a){throw o.d(),a}var r=o.d.
bind(o);return r[Symbol.dispose]=r,r}var un,ke,ut,ri=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,mo=[],ho=[];ne(function(){un=this.N})();function Se(e,t){
k[e]=t.bind(null,k[e]||function(){})}function We(e){if(ut){var t=ut;ut=void 0,t()}ut=e&&e.S()}function go(e){var t=this,
o=e.data,r=_(o);r.name="ReactiveDom",r.value=o;var a=J(function(){for(var l=t,d=t.__v;d=d.__;)if(d.__c){d.__c.__$f|=4;break}
var c=ue(function(){var m=r.value.value;return m===0?0:m===!0?"":m||""}),u=ue(function(){return!Array.isArray(c.value)&&
!Jt(c.value)}),v=ne(function(){if(this.N=vo,u.value){var m=c.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.
data=m)}}),p=t.__$u.d;return t.__$u.d=function(){v(),p.call(this)},[u,c]},[]),i=a[0],s=a[1];return i.value?s.peek():s.value}
go.displayName="ReactiveTextNode";Object.defineProperties(F.prototype,{constructor:{configurable:!0,value:tn(x,null).constructor},
type:{configurable:!0,value:go},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},
__b:{configurable:!0,value:1}});Se("__b",function(e,t){if(We(),ke=void 0,typeof t.type=="string"){var o,r=t.props;for(var a in r)
if(a!=="children"){var i=r[a];i instanceof F&&(o||(t.__np=o={}),o[a]=i,r[a]=i.peek())}}e(t)});Se("__r",function(e,t){if(e(
t),t.type!==x){We();var o,r=t.__c;r&&(r.__$f&=-2,(o=r.__$u)===void 0&&(r.__$u=o=(function(a,i){var s;return ne(function(){
s=this},{name:i}),s.c=a,s})((function(a){return function(){var i;ri&&((i=this.y)==null||i.call(this)),a.__$f|=1,a.setState(
{})}})(r),typeof t.type=="function"?t.type.displayName||t.type.name:""))),ke=r,We(o)}});Se("__e",function(e,t,o,r){We(),
ke=void 0,e(t,o,r)});Se("diffed",function(e,t){We(),ke=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var r=t.__np,
a=t.props,i=o.U;if(i)for(var s in i){var l=i[s];l===void 0||r&&s in r||(l.d(),i[s]=void 0)}if(r){i||(i={},o.U=i);for(var d in r){
var c=i[d],u=r[d];c===void 0?(c=ii(o,d,u,a),i[d]=c):c.o(u,a)}}}e(t)});function ii(e,t,o,r){var a=t in e&&e.ownerSVGElement===
void 0,i=H(o);return{o:function(s,l){i.value=s,r=l},d:ne(function(){this.N=vo;var s=i.value.value;r[t]!==s&&(r[t]=s,a?e[t]=
s:s!=null&&(s!==!1||t[4]==="-")?e.setAttribute(t,s):e.removeAttribute(t))})}}Se("unmount",function(e,t){if(typeof t.type==
"string"){var o=t.__e;if(o){var r=o.U;if(r){o.U=void 0;for(var a in r){var i=r[a];i&&i.d()}}}var s=t.__np;if(s){var l=t.
props;for(var d in s)l[d]=s[d]}t.__np=void 0}else{var c=t.__c;if(c){c.__$f|=8;var u=c.__$u;u&&(c.__$u=void 0,u.d())}}e(t)});
Se("__h",function(e,t,o,r){r<3&&(t.__$f|=2),e(t,o,r)});te.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;
var o=this.__$u,r=o&&o.s!==void 0;for(var a in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var i=2&this.
__$f;if(!(r||i||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!==
"__source"&&e[s]!==this.props[s])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function _(e,t){return J(
function(){return H(e,t)},[])}function fe(e,t){var o=R(e);return o.current=e,ke.__$f|=4,J(function(){return ue(function(){
return o.current()},t)},[])}var ai=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(
o),cancelAnimationFrame(r),e()},o=setTimeout(t,35),r=requestAnimationFrame(t)},si=function(e){queueMicrotask(function(){
queueMicrotask(e)})};function li(){we(function(){for(var e;e=mo.shift();)un.call(e)})}function ci(){mo.push(this)===1&&(k.
requestAnimationFrame||ai)(li)}function di(){we(function(){for(var e;e=ho.shift();)un.call(e)})}function vo(){ho.push(this)===
1&&(k.requestAnimationFrame||si)(di)}function ft(e,t){var o=R(e);o.current=e;var r=ke;U(function(){return ne(function(){
if(this.N=ci,!(r&&8&r.__$f))return o.current()},t)},[])}var Me=H(Date.now());function bo(){window.setInterval(()=>{document.hidden||(Me.value=Date.now())},1e3),document.addEventListener(
"visibilitychange",()=>{Me.value=Date.now()})}var mt=H({path:window.location.pathname,search:window.location.search}),ve=ue(()=>pi(mt.value.path)),be=ue(()=>mt.value.
search),qe=H(0);function pi(e){let[,t="",o="",r="",...a]=e.replace(/\/+$/,"").split("/");return a.length>0?{page:"unknow\
n"}:t===""&&o===""?{page:"overview"}:t==="addresses"&&o===""?{page:"addresses"}:t!=="services"?{page:"unknown"}:o===""?{
page:"services"}:r===""?{page:"unknown"}:{page:"service",namespace:xo(o),name:xo(r)}}function oe(e,t){return`/services/${encodeURIComponent(
e)}/${encodeURIComponent(t)}`}function re(e,t="push"){try{t==="push"?window.history.pushState(null,"",e):window.history.
replaceState(null,"",e)}catch{}let{pathname:o,search:r}=new URL(e,window.location.origin);mt.value={path:o,search:r},t===
"push"&&qe.value++}function yo(){window.addEventListener("popstate",()=>{mt.value={path:window.location.pathname,search:window.
location.search},qe.value++}),document.addEventListener("click",ui)}function ui(e){if(e.defaultPrevented||e.button!==0||
e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.target instanceof Element?e.target.closest("a"):null;if(t===null||
!t.hasAttribute("href")||t.target!==""||t.hasAttribute("download"))return;let o=new URL(t.href,window.location.href),r=o.
pathname===window.location.pathname&&o.hash!=="";o.origin!==window.location.origin||r||(e.preventDefault(),re(o.pathname+
o.search))}function xo(e){try{return decodeURIComponent(e)}catch{return e}}var mn="meshwork-token";function hn(){let e=/(?:^#|&)token=([^&]+)/.exec(window.location.hash);return e?.[1]===void 0?!1:
(fi(e[1]),re(window.location.pathname+window.location.search,"replace"),!0)}var fn="";function fi(e){fn=e;try{localStorage.
setItem(mn,e)}catch{}}function ht(){try{return localStorage.getItem(mn)??fn}catch{return fn}}function wo(e){window.addEventListener(
"storage",t=>{t.key===mn&&e()}),window.addEventListener("hashchange",()=>{hn()&&e()})}function gt(e,t){let o={headers:{Authorization:`\
Bearer ${ht()}`},cache:"no-store"};return t!==void 0&&(o.signal=t),fetch(e,o)}var _o=500,mi=5e3,hi=4e3,ko=8e3,vt=class{constructor(t,o){this.onUpdate=t;this.topics=o}onUpdate;topics;phase=H("connect\
ing");reconnected=H(!1);heard=H(Date.now());silence;socket;pause=_o;retry;wasOpen=!1;open(){if(window.clearTimeout(this.
retry),window.clearTimeout(this.silence),this.leave(),ht()===""){this.phase.value="refused";return}let t=new URL("/api/w\
atch",window.location.href);t.protocol=t.protocol==="https:"?"wss:":"ws:";let o;try{o=new WebSocket(t,["meshwork.dev",ht()])}catch{
this.phase.value="refused";return}this.socket=o,this.awaitMessage(),o.onopen=()=>this.opened(o),o.onmessage=r=>this.received(
r.data),o.onclose=()=>{this.socket===o&&this.closed()}}send(t){this.socket?.readyState===WebSocket.OPEN&&this.socket.send(
JSON.stringify(t))}awaitMessage(){window.clearTimeout(this.silence),this.silence=window.setTimeout(()=>{this.phase.value=
"silent",this.open()},ko)}hear(){this.heard.value=Date.now(),this.awaitMessage()}opened(t){this.hear(),this.pause=_o;for(let o of this.
topics())t.send(JSON.stringify({subscribe:o}));this.wasOpen&&(this.reconnected.value=!0,window.setTimeout(()=>{this.reconnected.
value=!1},hi)),this.wasOpen=!0,this.phase.value="open"}received(t){if(this.hear(),typeof t!="string")return;let o;try{o=
JSON.parse(t)}catch{return}typeof o?.topic=="string"&&o.topic!==""&&this.onUpdate(o)}leave(){let t=this.socket;this.socket=
void 0,t?.close()}async closed(){this.socket=void 0,window.clearTimeout(this.silence);let t=await gi();this.socket===void 0&&
(this.phase.value=t,t!=="refused"&&(this.retry=window.setTimeout(()=>this.open(),this.pause),this.pause=Math.min(mi,this.
pause*1.6)))}};async function gi(){try{return(await gt("/api/session",AbortSignal.timeout(ko))).status===401?"refused":"\
interrupted"}catch(e){return e instanceof DOMException&&e.name==="TimeoutError"?"silent":"ended"}}var vi=2e3,bi=4,bt=class{constructor(t,o,r,a=()=>performance.now()){this.send=t;this.schedule=o;this.linger=r;this.now=a}send;schedule;linger;now;topics=new Map;waiting=[];subscribe(t){
let o=this.topics.has(t),r=this.topic(t);r.subscribers++,o||this.send({subscribe:t});let a=!1,i=()=>{a||(a=!0,r.subscribers--,
this.linger(()=>this.drop(t,r)),this.dropOldest())};return{state:r.state,end:i}}dropOldest(){let t=[...this.topics].filter(
([,o])=>o.subscribers===0);for(let[o,r]of t.slice(0,-bi))this.drop(o,r)}drop(t,o){o.subscribers>0||this.topics.get(t)!==
o||(this.topics.delete(t),this.send({unsubscribe:t}))}names(){return[...this.topics.keys()]}receive(t){this.waiting.push(
t),this.waiting.length===1&&this.schedule(()=>this.apply())}apply(){let t=this.waiting;this.waiting=[];let o=new Set;for(let r of t){
let a=this.topics.get(r.topic);a!==void 0&&(this.change(a,r),o.add(a))}we(()=>{for(let r of o)r.state.value={loaded:!0,entries:r.
entries,changed:r.changed}})}change(t,o){let r=this.now();o.reset===!0&&(t.entries.clear(),t.changed.clear());for(let[a,
i]of t.changed)r-i>vi&&t.changed.delete(a);for(let a of o.remove??[])t.entries.delete(a),t.changed.delete(a);for(let[a,i]of Object.
entries(o.set??{}))t.entries.set(a,i),o.reset!==!0&&t.changed.set(a,r)}topic(t){let o=this.topics.get(t);if(o===void 0){
let r=new Map,a=new Map;o={entries:r,changed:a,state:H({loaded:!1,entries:r,changed:a}),subscribers:0},this.topics.set(t,
o)}return o}};function A(e,t){return e.entries.get(t)}function D(e,t){return le(e,t).map(([,o])=>o)}function le(e,t){let o=`${t}\
/`,r=[];for(let[a,i]of e.entries)a.startsWith(o)&&r.push([a.slice(o.length),i]);return r}var xi=250,yi=2e4;function wi(e){let t=window.requestAnimationFrame(()=>{window.clearTimeout(o),e()}),o=window.setTimeout(
()=>{window.cancelAnimationFrame(t),e()},xi)}var gn=new bt(e=>V.send(e),wi,e=>{window.setTimeout(e,yi)}),V=new vt(e=>gn.
receive(e),()=>gn.names()),So={loaded:!1,entries:new Map,changed:new Map};function ie(e){let t=_(void 0),o=_(So);return U(
()=>{let r=gn.subscribe(e);return t.value=r.state,()=>{t.value=void 0,r.end()}},[e]),ft(()=>{o.value=t.value?.value??So}),
o}var Mo="meshwork-theme",xt=["system","light","dark"],ce=H(_i());function To(){ce.value=xt[(xt.indexOf(ce.value)+1)%xt.length]??
"system"}function Co(){ne(()=>{document.documentElement.dataset.theme=ce.value;try{localStorage.setItem(Mo,ce.value)}catch{}})}
function _i(){try{let e=localStorage.getItem(Mo);return xt.find(t=>t===e)??"system"}catch{return"system"}}var ki=0;function n(e,t,o,r,a,i){t||(t={});var s,l,d=t;if("ref"in d)for(l in d={},t)l=="ref"?s=t[l]:d[l]=t[l];var c={type:e,props:d,
key:o,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--ki,__i:-1,__u:0,__source:a,__self:i};if(typeof e==
"function"&&(s=e.defaultProps))for(l in s)d[l]===void 0&&(d[l]=s[l]);return k.vnode&&k.vnode(c),c}function K({title:e,children:t,aside:o,id:r,kind:a=""}){let i=`${r??e.toLowerCase().replace(/\W+/g,"-")}-heading`;return n(
"section",{class:`panel ${a}`,"aria-labelledby":i,id:r,children:[n("header",{class:"panel-head",children:[n("h2",{id:i,children:e}),
o]}),t]})}function E({title:e,children:t}){return n("div",{class:"nothing",children:[n("p",{class:"nothing-title",children:e}),
t!==void 0&&n("p",{children:t})]})}function B({lines:e=4,label:t}){return n("div",{class:"skeleton",role:"status",children:[
n("span",{class:"unseen",children:["Loading ",t]}),Array.from({length:e},(o,r)=>n("div",{class:"skeleton-line","aria-hid\
den":!0},r))]})}var Si=/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
function M(e,t="nothing"){return e.replace(Si,o=>t==="lines"&&(o===`
`||o==="	")?o:o===`
`?" \u23CE ":`\u27E8U+${(o.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}\u27E9`)}function $o(e,t){let o=Date.
parse(e);if(Number.isNaN(o)||o<=0)return"";let r=vn(Math.abs(t-o));return o>t+1e3?`in ${r}`:`${r} ago`}function vn(e){let t=Math.
floor(e/1e3);if(t<120)return`${t}s`;let o=Math.floor(t/60);if(o<120)return`${o}m`;let r=Math.floor(o/60);return r<48?`${r}\
h`:`${Math.floor(r/24)}d`}function Te(e){let t=new Date(e);return Number.isNaN(t.getTime())?"":t.toLocaleTimeString("en-\
GB")}function g(e){let t=String(e);return/^\d+$/.test(t)?t.length>12?Mi(BigInt(t)):t.replace(/\B(?=(\d{3})+$)/g,","):t}function Mi(e){
let t=e.toString(2),o=t.startsWith("11")?t.length:t.length-1;return`${e===1n<<BigInt(o)?"":"\u2248 "}${Ti(o)}`}function Ti(e){
return`2${[...String(e)].map(t=>"\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079"[Number(t)]??"").join("")}`}function W(e,t,o=`${t}\
s`){return`${g(e)} ${e===1?t:o}`}function bn(e,t){if(e.length<=t)return e;let o=Math.ceil((t-1)*.55);return`${e.slice(0,
t-1-o)}\u2026${e.slice(e.length-o)}`}var Ci={check:"M3.5 8.5l3 3 6-7",cross:"M4 4l8 8M12 4l-8 8",warning:"M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6",question:"\
M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4",dot:"M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8",ring:"M8 \
3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6",dash:"M4 8h8",clock:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4"};function T({
shape:e,color:t,label:o}){let r=o===void 0?{"aria-hidden":!0}:{role:"img","aria-label":o};return n("svg",{class:`icon ${t}`,
viewBox:"0 0 16 16",width:"16",height:"16",...r,children:n("path",{d:Ci[e]})})}var Eo={Good:{shape:"check",color:"good",
label:"good"},Bad:{shape:"cross",color:"bad",label:"problem"},Caution:{shape:"warning",color:"caution",label:"caution"},
Unclear:{shape:"question",color:"caution",label:"unclear"},Neutral:{shape:"dot",color:"neutral",label:"note"}};function G({
mark:e}){let t=Eo[e??"Neutral"]??Eo.Neutral;return n(T,{...t})}function yt({tone:e}){return n(G,{mark:e==="good"?"Good":
e==="bad"?"Bad":"Neutral"})}var xn={Online:{shape:"check",color:"good",word:"Online"},Offline:{shape:"ring",color:"cauti\
on",word:"Offline"},Missing:{shape:"cross",color:"bad",word:"Missing"},Conflict:{shape:"warning",color:"bad",word:"Confl\
ict"},NoStatus:{shape:"clock",color:"caution",word:"No status"},Unknown:{shape:"question",color:"caution",word:"Unknown"},
NotInMesh:{shape:"dash",color:"neutral",word:"Not in mesh"}};function Po(e){return xn[e]?.word??e}function wt({state:e}){
let t=xn[e]??xn.Unknown;return n("span",{class:`state ${t.color}`,children:[n(T,{shape:t.shape,color:t.color}),n("span",
{children:t.word})]})}function f({value:e}){return n("bdi",{children:M(e)})}function de({value:e}){let t=M(e);return n("bdi",{class:"name",title:t,
children:t})}function Z({time:e}){return e===""?null:n("time",{dateTime:e,title:M(e),children:$o(e,Me.value)})}function Be({namespace:e,service:t}){return e===void 0||t===void 0?"":`${e}/${t}`}function _t({address:e}){let{namespace:t,
service:o}=e;return t===void 0||o===void 0?null:n("a",{href:oe(t,o),children:n(f,{value:Be(e)})})}function Ke(e){return e.includes(":")?Ei(e):$i(e)}function $i(e){let t=e.split(".");if(!(t.length!==4||t.some(o=>!/^\d{1,3}$/.
test(o)||Number(o)>255)))return t.reduce((o,r)=>o<<8n|BigInt(r),0n)}function Ei(e){let t=e.split("::");if(t.length>2)return;
let o=t.map(l=>l===""?[]:l.split(":")),[r=[],a=[]]=o,i=t.length===2?8-r.length-a.length:0,s=[...r,...Array.from({length:Math.
max(0,i)},()=>"0"),...a];if(!(s.length!==8||s.some(l=>!/^[0-9a-f]{1,4}$/i.test(l))))return s.reduce((l,d)=>l<<16n|BigInt(
`0x${d}`),0n)}function No(e,t){if(t==="IPv4")return[24n,16n,8n,0n].map(i=>e>>i&255n).join(".");let o=Array.from({length:8},
(i,s)=>(e>>BigInt(112-16*s)&0xffffn).toString(16)),{start:r,length:a}=Pi(o);return a<2?o.join(":"):`${o.slice(0,r).join(
":")}::${o.slice(r+a).join(":")}`}function Pi(e){let t={start:0,length:0},o=0;return e.forEach((r,a)=>{r!=="0"?o=a+1:a-o+
1>t.length&&(t={start:o,length:a-o+1})}),t}var yn=200,Ro={Used:{word:"Used",color:"neutral",shape:"dot"},CoolingDown:{word:"Cooling down",color:"caution",shape:"cl\
ock"},Reserved:{word:"Reserved",color:"neutral",shape:"dash"},OutOfRange:{word:"Out of range",color:"bad",shape:"warning"}};
function Ao({addresses:e}){let t=_(yn),o=new URLSearchParams(be.value).get("q")??"",r=e.filter(i=>Ri(i).includes(o.trim().
toLowerCase())).sort(Ai),a=i=>re(i===""?"/addresses":`/addresses?q=${encodeURIComponent(i)}`,"replace");return n(K,{title:"\
All addresses",aside:n("label",{class:"search",children:[n("span",{class:"unseen",children:"Search addresses"}),n("input",
{type:"search",placeholder:"Search address or Service",value:o,spellcheck:!1,autocomplete:"off",onInput:i=>a(i.currentTarget.
value)})]}),children:[n("p",{class:"quiet",children:[g(r.length)," of ",g(e.length)," addresses"]}),n("div",{class:"tabl\
e-box",tabIndex:0,role:"region","aria-label":"Addresses",children:n("table",{class:"address-table",children:[n("thead",{
children:n("tr",{children:["Address","State","Service","Mesh","Range"].map(i=>n("th",{scope:"col",children:i},i))})}),n(
"tbody",{children:r.slice(0,t.value).map(i=>n(Ni,{address:i},`${i.mesh} ${i.ip}`))})]})}),r.length>t.value&&n("button",{
type:"button",class:"button",onClick:()=>{t.value+=yn},children:["Show ",g(Math.min(yn,r.length-t.value))," more"]})]})}
function Ni({address:e}){let t=Ro[e.state]??Ro.Reserved;return n("tr",{children:[n("td",{class:"ip",children:n(f,{value:e.
ip})}),n("td",{children:n("span",{class:`state ${t.color}`,children:[n(T,{shape:t.shape,color:t.color}),t.word]})}),n("t\
d",{children:n(_t,{address:e})}),n("td",{children:n(f,{value:e.mesh})}),n("td",{children:n(f,{value:e.range})})]})}function Ri(e){
return`${e.ip} ${Be(e)} ${e.mesh} ${e.state}`.toLowerCase()}function Ai(e,t){let[o,r]=[Ke(e.ip)??0n,Ke(t.ip)??0n];return o<
r?-1:o>r?1:0}function kt(e){let t=R(null),o=_(0);return Le(()=>{let r=t.current;if(r===null)return;let a=new ResizeObserver(()=>{o.value=
r.clientWidth});return a.observe(r),o.value=r.clientWidth,()=>a.disconnect()},[e]),{box:t,width:o}}var St=1024n,Oi=1n<<20n,Fi=256n;function Oo(e,t){let o=Di(e);if(o===void 0)return;let r=t.map(u=>({address:u,offset:Ii(u)})).
filter(({offset:u})=>u>=0n&&u<o.size);if(r.length===0&&o.size>St)return;let a=Li(o.size,r.map(({offset:u})=>u)),i=a.size<=
St?1n:(a.size+St-1n)/St,s=new Map;for(let{address:u,offset:v}of r){let p=Number((v-a.first)/i),m=s.get(p);m===void 0?s.set(
p,[u]):m.push(u)}let l=u=>No(o.first+u,e.family),d=Number((a.size+i-1n)/i);return{cells:Array.from({length:d},(u,v)=>{let p=a.
first+BigInt(v)*i,m=wn(p+i,a.first+a.size)-1n,y=s.get(v)??[];return{first:l(p),last:l(m),kind:zi(y),addresses:y,density:Ui(
y.length,i)}}),perCell:i,first:l(a.first),last:l(a.first+a.size-1n),whole:a.size===o.size}}function Di(e){let t=Ke(e.first);
return t===void 0?void 0:{first:t,size:BigInt(e.size)}}function Ii(e){return/^\d+$/.test(e.offset)?BigInt(e.offset):-1n}
function Li(e,t){if(e<=Oi)return{first:0n,size:e};let o=t.reduce((i,s)=>wn(i,s),t[0]??0n),r=t.reduce((i,s)=>s>i?s:i,0n),
a=Fi;for(;a<e&&o/a!==r/a;)a*=2n;return{first:o/a*a,size:wn(a,e)}}function zi(e){return e.some(t=>t.state==="Used")?"used":
e.some(t=>t.state==="CoolingDown")?"coolingDown":e.length>0?"reserved":"free"}function Ui(e,t){if(e===0)return 0;if(t===
1n)return 4;let o=e/Number(t);return o>.75?4:o>.5?3:o>.25?2:1}function wn(e,t){return e<t?e:t}function Fo(e,t,o,r){let a={ArrowRight:1,ArrowLeft:-1,ArrowDown:r,ArrowUp:-r};if(e==="Home")return 0;if(e==="End")return o-
1;let i=a[e];if(i===void 0)return;let s=t+i;return s>=0&&s<o?s:Math.max(0,t)}function Do({range:e,addresses:t,index:o}){let r=Oo(e,t);return n("article",{class:"range panel","aria-label":`Range ${e.
cidr} of Mesh ${e.mesh}`,children:[n("header",{class:"range-head",children:[n("h2",{children:n(f,{value:e.cidr})}),n("sp\
an",{class:"tag",children:["Mesh ",n(f,{value:e.mesh})]}),n("p",{class:"range-numbers",children:[n("strong",{children:g(
e.used)})," used, ",n("strong",{children:g(e.coolingDown)})," cooling down,"," ",n("strong",{children:g(e.available)}),"\
 available of ",g(e.size)]})]}),e.message!==void 0&&n("p",{class:"range-message",children:[n(T,{shape:"warning",color:"c\
aution"}),n("span",{children:n(f,{value:e.message})})]}),r!==void 0&&n(Hi,{map:r,range:e,index:o}),r===void 0&&e.message===
void 0&&n("p",{class:"quiet",children:"No address of this range is in use."})]})}function Hi({map:e,range:t,index:o}){let r=_(
-1),a=_(-1),i=fe(()=>a.value>=0?a.value:r.value),{box:s,width:l}=kt(),d=Wi(e.cells.length,l.value),c=Math.min(20,Math.floor(
l.value/d*10)/10),u=Math.ceil(e.cells.length/d),v=y=>`range-${o}-cell-${y}`,p=y=>{let b=Fo(y.key,r.value,e.cells.length,
d);b!==void 0&&(y.preventDefault(),r.value=b)},m=y=>{let b=y.target instanceof Element?y.target.closest("[data-cell]"):null;
return Number(b?.getAttribute("data-cell")??-1)};return n("div",{class:"map",ref:s,children:[n("svg",{class:"map-cells",
width:d*c,height:u*c,role:"listbox",tabindex:0,"aria-label":`Addresses ${e.first} to ${e.last}`,"aria-activedescendant":r.
value>=0?v(r.value):void 0,onKeyDown:p,onPointerOver:y=>{a.value=m(y)},onPointerLeave:()=>{a.value=-1},onClick:y=>{r.value=
m(y)},onFocus:()=>{r.value<0&&(r.value=0)},children:[n(Bi,{index:o}),l.value>0&&e.cells.map((y,b)=>n("rect",{id:v(b),"da\
ta-cell":b,role:"option","aria-selected":b===r.value,"aria-label":Ki(y,e.perCell),class:`map-cell ${y.kind} density-${y.
density}`,x:b%d*c+1,y:Math.floor(b/d)*c+1,width:c-2,height:c-2,rx:"2",fill:qi(y,o)},b)),i.value>=0&&n("rect",{class:"map\
-cursor",x:i.value%d*c,y:Math.floor(i.value/d)*c,width:c,height:c,rx:"3"})]}),n("p",{class:"map-scale quiet",children:[e.
first," to ",e.last,e.perCell>1n?`, ${g(e.perCell.toString())} addresses in a cell`:", one address in a cell",!e.whole&&
"; only the part of the range that is in use"]}),n(ji,{cell:e.cells[i.value],perCell:e.perCell,name:t.cidr})]})}function Wi(e,t){
let o=e>256?64:e>64?32:16;return[64,32,16].find(r=>r<=o&&t/r>=10)??16}function qi(e,t){return e.kind==="coolingDown"?`ur\
l(#cooling-down-${t})`:e.kind==="reserved"?`url(#reserved-${t})`:void 0}function Bi({index:e}){return n("defs",{children:[
n("pattern",{id:`cooling-down-${e}`,width:"5",height:"5",patternUnits:"userSpaceOnUse",patternTransform:"rotate(45)",children:[
n("rect",{class:"pattern-ground",width:"5",height:"5"}),n("rect",{class:"pattern-caution",width:"2.5",height:"5"})]}),n(
"pattern",{id:`reserved-${e}`,width:"4",height:"4",patternUnits:"userSpaceOnUse",children:[n("rect",{class:"pattern-grou\
nd",width:"4",height:"4"}),n("circle",{class:"pattern-neutral",cx:"2",cy:"2",r:"1"})]})]})}var kn={free:"free",used:"use\
d",coolingDown:"cooling down",reserved:"reserved"};function Ki(e,t){let o=e.first===e.last?e.first:`${e.first} to ${e.last}`;
if(t>1n)return`${o}: ${e.addresses.length===0?kn[e.kind]:`${W(e.addresses.length,"address","addresses")} taken`}`;let r=e.
addresses[0]===void 0?"":Be(e.addresses[0]),a=r===""?"":` by ${M(r)}`;return`${o}: ${kn[e.kind]}${a}`}var _n=6;function ji({
cell:e,perCell:t,name:o}){return e===void 0?n("p",{class:"readout quiet",children:["Point at a cell of ",o,", or use the\
 arrow keys, to see who has its addresses."]}):n("p",{class:"readout",children:[n("strong",{children:e.first===e.last?e.
first:`${e.first} \u2013 ${e.last}`})," ",e.addresses.length===0||t===1n?kn[e.kind]:`${g(e.addresses.length)} of ${g(t.toString())}\
 taken`,e.addresses.slice(0,_n).map(r=>n("span",{class:"value",children:[t>1n&&n(x,{children:[r.ip," "]}),n(_t,{address:r})]},
r.ip)),e.addresses.length>_n&&n("span",{class:"value quiet",children:["and ",e.addresses.length-_n," more"]})]})}function Io(){let e=ie("addresses").value,t=D(e,"range").sort((r,a)=>`${r.mesh} ${r.family} ${r.cidr}`<`${a.mesh} ${a.family}\
 ${a.cidr}`?-1:1),o=D(e,"address");return n("div",{class:"page addresses",children:[n("div",{class:"page-head",children:[
n("h1",{children:"Addresses"}),t.length>0&&n(Vi,{})]}),!e.loaded&&n(B,{label:"addresses",lines:10}),e.loaded&&t.length===
0&&n(E,{title:"No Mesh has address ranges",children:["Services of type LoadBalancer get addresses of their Mesh if it ha\
s ranges in ",n("code",{children:"spec.vips.cidrs"}),"."]}),t.map((r,a)=>n(Do,{range:r,index:a,addresses:o.filter(i=>i.range===
r.cidr&&i.mesh===r.mesh)},`${r.mesh}/${r.cidr}`)),o.length>0&&n(Ao,{addresses:o})]})}function Vi(){return n("ul",{class:"\
legend map-legend","aria-label":"Legend",children:["used","free","cooling-down","reserved"].map(e=>n("li",{children:[n("\
svg",{viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":!0,children:[n("defs",{children:n("pattern",{id:`legend-${e}`,
width:e==="reserved"?4:5,height:e==="reserved"?4:5,patternUnits:"userSpaceOnUse",patternTransform:e==="reserved"?void 0:
"rotate(45)",children:[n("rect",{class:"pattern-ground",width:"5",height:"5"}),e==="reserved"?n("circle",{class:"pattern\
-neutral",cx:"2",cy:"2",r:"1"}):n("rect",{class:"pattern-caution",width:"2.5",height:"5"})]})}),n("rect",{class:`map-cel\
l ${e} density-4`,width:"14",height:"14",rx:"2",fill:e==="used"||e==="free"?void 0:`url(#legend-${e})`})]}),e.replace("-",
" ")]},e))})}var Gi=2e3;function Ce({text:e,label:t="Copy"}){let o=_(""),r=async()=>{try{await navigator.clipboard.writeText(e),o.value=
"Copied"}catch{o.value="Not copied"}window.setTimeout(()=>{o.value=""},Gi)};return n("button",{type:"button",class:"butt\
on small",onClick:()=>{r()},children:n("span",{"aria-live":"polite",children:o.value||t})})}function Mt({document:e,without:t}){return n("div",{class:"document",children:e.blocks.map((o,r)=>o.kind===t?null:n(Xi,{
block:o},r))})}function Xi({block:e}){let t=e.text??"";switch(e.kind){case"headline":return n("p",{class:"headline",children:[
n(G,{mark:e.mark}),n("span",{children:n(f,{value:t})})]});case"heading":return n("h3",{children:n(f,{value:t})});case"it\
em":return n("div",{class:"item",children:[n(G,{mark:e.mark}),n("span",{class:"item-label",children:n(f,{value:e.label??
""})}),n("span",{class:"item-text",children:n(f,{value:t})})]});case"table":return n(Yi,{rows:e.rows??[]});case"command":
return n(je,{text:t});case"remark":return n("p",{class:"remark",children:n(f,{value:t})});case"paragraph":return n("p",{
children:n(f,{value:t})});default:return null}}function je({text:e}){return n("div",{class:"command",children:[n("code",
{children:n(f,{value:e})}),n(Ce,{text:e})]})}function Yi({rows:e}){let[t,...o]=e;return t===void 0?null:n("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":`Table: ${t[0]??""}`,children:n("table",{children:[n("thead",{children:n(
"tr",{children:t.map((r,a)=>n("th",{scope:"col",children:n(f,{value:r})},a))})}),n("tbody",{children:o.map((r,a)=>n("tr",
{children:r.map((i,s)=>n("td",{children:n(f,{value:i})},s))},a))})]})})}var Zi=60;function Lo({state:e}){let t=le(e,"change").sort(([o],[r])=>Number(r)-Number(o)).slice(0,Zi);return n(K,{title:"\
Changes",kind:"changes",children:[!e.loaded&&n(B,{label:"changes"}),e.loaded&&t.length===0&&n(E,{title:"Nothing has chan\
ged yet",children:"Changes appear here as they happen."}),n("ol",{class:"change-list",tabIndex:t.length>8?0:void 0,"aria\
-label":"Changes, the newest first",children:t.map(([o,r])=>n(Ji,{change:r},o))})]})}function Ji({change:e}){return n("l\
i",{children:[n(yt,{tone:e.tone}),n("time",{dateTime:e.time,children:Te(e.time)}),n("span",{children:[e.service!==""&&n(
"a",{href:oe(e.namespace,e.service),children:n(f,{value:`${e.namespace}/${e.service}`})})," ",n(f,{value:e.text})]})]})}var Qi={Yes:"Good",No:"Bad",Unknown:"Unclear"};function zo({manager:e}){return n(K,{title:"Manager",aside:n("span",{class:"\
quiet",children:["Namespace ",n(f,{value:e.namespace})]}),children:[n("div",{class:"item",children:[n(G,{mark:Qi[e.leads]}),
n("span",{class:"item-label",children:"Leader"}),n("span",{class:"item-text",children:[e.leader!==void 0&&n("strong",{class:"\
leader",children:n(f,{value:e.leader})})," ",n(f,{value:e.message})]})]}),e.deployments?.map(t=>n("div",{class:"item",children:[
n(G,{mark:t.ready>=t.desired&&t.desired>0?"Good":"Bad"}),n("span",{class:"item-label",children:"Deployment"}),n("span",{
class:"item-text",children:[n(f,{value:t.name}),": ",t.ready," of ",t.desired," ready"," ",t.images.map(o=>n("code",{class:"\
image",children:n(f,{value:o})},o))]})]},t.name))]})}function $e({shares:e,label:t}){let o=e.reduce((i,s)=>i+s.value,0),r=0,a=e.map(i=>`${g(i.value)} ${i.word}`).join(", ");
return n("svg",{class:"bar",role:"img","aria-label":`${t}: ${a}`,viewBox:"0 0 100 6",preserveAspectRatio:"none",children:[
n("rect",{class:"track",width:"100",height:"6"}),o>0&&e.map(i=>{let s=i.value===0?0:Math.max(2,i.value/o*100),l=n("rect",
{class:`fill-${i.color}`,x:r,width:Math.min(s,100-r),height:"6"},i.word);return r+=s,l})]})}function Ho({mesh:e}){let t=e.conditions.filter(o=>!o.true);return n("article",{class:"mesh-card","aria-label":`Mesh ${e.
name}`,children:[n("header",{children:[n("h3",{children:n("a",{href:`/services?mesh=${encodeURIComponent(e.name)}`,children:n(
de,{value:e.name})})}),n("span",{class:"quiet",children:W(e.meshServices??0,"MeshService")}),e.mtls!==void 0&&n("span",{
class:"tag",children:["mTLS ",n(f,{value:e.mtls})]}),t.length===0&&e.conditions.length>0&&n("span",{class:"state good",children:[
n(T,{shape:"check",color:"good"}),"Ready"]})]}),t.map(o=>n("div",{class:"item",children:[n(G,{mark:"Bad"}),n("span",{class:"\
item-label",children:n(f,{value:o.type})}),n("span",{class:"item-text",children:[n(f,{value:o.message??""})," ",n("span",
{class:"tag",children:n(f,{value:o.reason})})]})]},o.type)),n("dl",{class:"mesh-facts",children:[e.ipv4!==void 0&&n(Uo,{
family:"IPv4",usage:e.ipv4}),e.ipv6!==void 0&&n(Uo,{family:"IPv6",usage:e.ipv6}),e.certificates!==void 0&&n(ea,{certificates:e.
certificates})]})]})}function Uo({family:e,usage:t}){let o=[{value:t.used,color:"accent",word:"used"},{value:t.available,
color:"neutral",word:"available"}],r=t.available===0&&t.used>0;return n(x,{children:[n("dt",{children:[e," addresses"]}),
n("dd",{class:"usage",children:[n($e,{label:`${e} addresses`,shares:o}),n("a",{href:"/addresses",children:[g(t.used)," u\
sed, ",g(t.available)," available"]}),r&&n("span",{class:"state bad",children:[n(T,{shape:"warning",color:"bad"}),"Exhau\
sted"]})]})]})}function ea({certificates:e}){return n(x,{children:[n("dt",{children:"Certificates"}),n("dd",{children:[W(
e.pods,"Pod"),e.signingBackend!==void 0&&n(x,{children:[" from CA backend ",n("strong",{children:n(f,{value:e.signingBackend})})]}),
e.firstExpiry!==void 0&&n(x,{children:["; the first expires ",n(Z,{time:e.firstExpiry})]}),(e.expired??0)>0&&n("span",{class:"\
state bad",children:[n(T,{shape:"warning",color:"bad"}),g(e.expired??0)," expired"]}),e.rotation!==void 0&&n("p",{class:"\
rotation",children:[n("span",{class:"tag",children:n(f,{value:e.rotation})})," ",n(f,{value:e.rotationMessage??""})]})]})]})}var ta=["Conflict","Missing","Offline","NoStatus","Unknown","Online","NotInMesh"];function Ee(e){return ta.indexOf(e)}function Wo({state:e,total:t}){let o=D(e,"problem").sort(na),r=Math.max(t,o.length),a=r>o.length&&n("a",{href:"/services\
?problem=true",children:["All ",g(r)]});return n(K,{title:"Problems",aside:n("span",{class:"quiet",children:a||o.length>
0&&g(o.length)}),children:[o.length===0&&n(E,{title:"Every Service is as it should be"}),n("ul",{class:"problems",children:o.
map(i=>n("li",{children:n("a",{href:oe(i.namespace,i.name),children:[n(wt,{state:i.state}),n("span",{class:"problem-name",
children:n(f,{value:`${i.namespace}/${i.name}`})}),n("span",{class:"problem-text",children:n(f,{value:i.summary})})]})},
`${i.namespace}/${i.name}`))})]})}function na(e,t){return Ee(e.state)-Ee(t.state)||(`${e.namespace}/${e.name}`<`${t.namespace}\
/${t.name}`?-1:1)}var oa=["namespace","name","mesh","state","endpoints"],me=["state","mesh","namespace","delegated","finding","problem"];var qo={column:"namespace",descending:!1};function Bo(e){let t=new URLSearchParams(e),o=r=>t.get(r)??"";return{q:o("q"),
state:o("state"),mesh:o("mesh"),namespace:o("namespace"),delegated:o("delegated"),finding:o("finding"),problem:o("proble\
m")==="true"?"true":"",sort:ra(o("sort"))}}function Ko(e){let t=new URLSearchParams;e.q!==""&&t.set("q",e.q);for(let i of me)
e[i]!==""&&t.set(i,e[i]);let{column:o,descending:r}=e.sort;(o!==qo.column||r)&&t.set("sort",(r?"-":"")+o);let a=t.toString();
return a===""?"":`?${a}`}function ra(e){let t=e.startsWith("-"),o=t?e.slice(1):e,r=oa.find(a=>a===o);return r===void 0?qo:
{column:r,descending:t}}function Sn(e,t){switch(t){case"state":return[e.state];case"mesh":return[e.mesh===""?"-":e.mesh];case"\
namespace":return[e.namespace];case"delegated":return e.delegated===""?[]:[e.delegated];case"finding":return e.findings;case"\
problem":return e.problem?["true"]:[]}}function Mn(e,t,o){if(o==="")return!0;let r=Sn(e,t);return o==="*"?r.length>0:r.includes(
o)}function jo(e,t,o){let r=new Map(e);return t!==""&&t!=="*"&&!r.has(t)&&r.set(t,0),[...r].sort(([i],[s])=>i<s?-1:1).map(
([i,s])=>({value:i,count:s,label:o.get(i)??i}))}function Tn(e){return`${e.namespace}/${e.name} ${e.mesh} ${e.addresses.join(
" ")} ${e.findings.join(" ")}`.toLowerCase()}function Cn(e){return e.toLowerCase().split(/\s+/).filter(t=>t!=="")}function Go({counts:e}){return n("ul",{class:"tiles","aria-label":"Counts",children:ia(e).map(t=>n("li",{children:n("a",
{class:`tile ${t.color??""}`,href:t.href,children:[n("span",{class:"tile-label",children:t.label}),n("span",{class:"tile\
-value",children:[t.color!==void 0&&n(T,{shape:t.color==="caution"?"question":"warning",color:t.color}),t.value]}),n("sp\
an",{class:"tile-note",children:t.note})]})},t.label))})}function ia(e){let t=o=>e.compared?g(o):"unknown";return[{label:"\
Services",value:g(e.services),note:`${g(e.inMesh)} in a mesh`,href:"/services"},{label:"With a problem",value:g(e.withProblem),
note:"Services",href:"/services?problem=true",...$n(e.withProblem)},{label:"Online",value:g(e.online),note:"Services",href:"\
/services?state=Online"},{label:"Offline",value:g(e.offline),note:"Services",href:"/services?state=Offline"},{label:"Mis\
sing",value:t(e.missing),note:"MeshServices",href:"/services?state=Missing",...Vo(e.missing,e.compared)},{label:"In conf\
lict",value:t(e.conflicts),note:aa(e),href:"/services?state=Conflict",...Vo(e.conflicts,e.compared)},{label:"Delegated",
value:g(e.delegated),note:`${g(e.effective)} effective`,href:`/services?delegated=${"*"}`,...$n(e.delegated-e.effective)}]}
function aa(e){return e.foreign===0?"MeshServices":`MeshServices; ${g(e.foreign)} not Meshwork's`}function $n(e){return e>
0?{color:"bad"}:{}}function Vo(e,t){return t?$n(e):{color:"caution"}}function Xo(){let e=ie("overview").value,t=A(e,"status"),o=A(e,"counts"),r=A(e,"manager"),a=D(e,"mesh").sort((i,s)=>i.name<
s.name?-1:1);return n("div",{class:"page overview",children:[n("div",{class:"overview-head",children:[n("h1",{class:"uns\
een",children:"Overview"}),t!==void 0?n(sa,{status:t}):n(B,{label:"the overview",lines:2})]}),o!==void 0&&n(Go,{counts:o}),
n("div",{class:"columns",children:[n("div",{class:"column",children:[e.loaded&&n(Wo,{state:e,total:o?.withProblem??0}),n(
K,{title:"Meshes",children:[a.map(i=>n(Ho,{mesh:i},i.name)),e.loaded&&a.length===0&&n(E,{title:"No Mesh found",children:"\
A Service needs a Mesh to be in one."}),!e.loaded&&n(B,{label:"Meshes",lines:5})]})]}),n("div",{class:"column",children:[
r!==void 0&&n(zo,{manager:r}),n(Lo,{state:e})]})]}),t!==void 0&&n("details",{class:"panel as-text",children:[n("summary",
{children:"As text"}),n(Mt,{document:t.document})]})]})}function sa({status:e}){let t=e.document.blocks.find(a=>a.kind===
"headline"),o=t?.mark??(e.healthy?"Good":"Bad"),r=t?.text??(e.healthy?"No problems found.":"Problems found.");return n("\
p",{class:`health ${o.toLowerCase()}`,"data-testid":"health",children:[n(G,{mark:o}),n("span",{children:n(f,{value:r})})]})}var la={title:"600 12px",plain:"400 12px",small:"400 11.5px"},ca=5e3,Tt=new Map,Ct;function xe(e,t){let o=`${t} ${e}`,r=Tt.
get(o);if(r===void 0){if(Ct??=document.createElement("canvas").getContext("2d"),Ct===null)return e.length*7;Ct.font=`${la[t]}\
 ${getComputedStyle(document.body).fontFamily}`,r=Ct.measureText(e).width,Tt.size>=ca&&Tt.clear(),Tt.set(o,r)}return r}function Q(e,t,o){
let r=M(e);if(xe(r,o)<=t)return r;let[a,i]=[3,r.length];for(;a<i;){let s=Math.ceil((a+i)/2);xe(bn(r,s),o)<=t?a=s:i=s-1}return bn(
r,a)}var Yo=450,da=100,pa=window.matchMedia("(prefers-reduced-motion: reduce)");function $t(e){let t=R(new Map),o=R(new Map),
r=_(0);r.value;let a=new Map(e.map(l=>[l.id,l])),i=pa.matches?[]:[...t.current].filter(([l])=>!a.has(l));if(i.length<=da)
for(let[l,d]of i)o.current.set(l,{node:d,until:performance.now()+Yo});for(let[l,d]of o.current)(a.has(l)||d.until<=performance.
now())&&o.current.delete(l);t.current=a;let s=o.current.size;return U(()=>{if(s===0)return;let l=window.setTimeout(()=>{
r.value++},Yo+20);return()=>window.clearTimeout(l)},[s,i.length]),[...o.current.values()].map(l=>l.node)}function Zo(e){return[e.service,...e.meshServices,...e.slices,...e.endpoints.endpoints]}var ua={ArrowRight:[1,0],ArrowLeft:[
-1,0],ArrowDown:[0,1],ArrowUp:[0,-1]};function Jo(e,t,o){if(e==="Home")return o[0]?.id;if(e==="End")return o.at(-1)?.id;
let r=ua[e],a=o.find(s=>s.id===t);if(r===void 0||a===void 0)return;let i;for(let s of o){if(s.id===t)continue;let[l,d]=fa(
a,s,r),c=l+d*3;l>0&&(i===void 0||c<i.cost)&&(i={id:s.id,cost:c})}return i?.id}function fa(e,t,[o,r]){let a=t.x-e.x,i=t.y+
t.height/2-e.y-e.height/2;return o!==0?[a*o,Math.abs(i)]:[i*r,Math.abs(a)]}var C={service:"service",meshService:e=>`meshService/${e}`,slice:e=>`slice/${e}`,endpoint:e=>`endpoint/${e}`};function er(e,t){
return{service:e,meshServices:D(t,"meshService").sort((o,r)=>Qo(o)-Qo(r)||En(o,r)),slices:D(t,"slice").sort((o,r)=>Number(
r.ours)-Number(o.ours)||Et(o.manager,r.manager)||En(o,r)),endpoints:D(t,"endpoint").sort((o,r)=>Et(o.zone,r.zone)||Et(o.
node,r.node)||En(o,r))}}function Pt(e){return e.state==="Exists"&&e.online>0}function tr(e){let t=new Map,o=(i,s)=>{for(let[
l,d]of[[i,s],[s,i]]){let c=t.get(l)??new Set;t.set(l,c.add(d))}},r=new Map(e.meshServices.filter(i=>i.pod!==void 0).map(
i=>[i.pod,C.meshService(i.name)])),a=e.meshServices.filter(i=>i.pod===void 0).map(i=>C.meshService(i.name));for(let i of e.
endpoints){let s=C.endpoint(i.name);o(C.service,s);for(let d of i.slices)o(s,C.slice(d));let l=r.get(i.name);l!==void 0&&
o(s,l);for(let d of a)o(s,d)}for(let i of e.slices)o(C.service,C.slice(i.name));for(let i of e.slices)for(let s of a)o(C.
slice(i.name),s);for(let i of e.meshServices)o(C.service,C.meshService(i.name));return t}function nr(e){return{ready:e.filter(
t=>t.state==="Ready").length,all:e.length}}var Ne={Ready:"ready",NotReady:"not ready",TerminatingServing:"terminating, s\
till serving",Terminating:"terminating"};function Qo(e){return e.state!=="Exists"?0:e.online>0?2:1}function En(e,t){return Et(
e.name,t.name)}function Et(e,t){return e<t?-1:e>t?1:0}function Pn({state:e,size:t=12}){let o=t/2;return n("g",{class:`symbol symbol-${e}`,children:[n("rect",{class:"symbol-ou\
tline",x:-o,y:-o,width:t,height:t}),n("rect",{class:"symbol-fill",x:-o,y:-o,width:t,height:t}),n("path",{class:"symbol-b\
ar",d:`M${-o+2.5} 0H${o-2.5}`})]})}var ma=[["Ready","ready"],["NotReady","not ready"],["TerminatingServing","terminating\
, serving"],["Terminating","terminating"]];function or(){return n("ul",{class:"legend","aria-label":"Legend",children:ma.
map(([e,t])=>n("li",{children:[n("svg",{viewBox:"-9 -9 18 18",width:"18",height:"18","aria-hidden":!0,children:n(Pn,{state:e})}),
t]},e))})}function Nt({id:e,x:t,y:o,emphasis:r,tab:a,label:i,kind:s,enters:l,leaves:d,children:c}){let u=d?"leaves":l?"enters":"";
return n("g",{class:`node ${s} ${r}`,style:{transform:`translate(${t}px, ${o}px)`},"data-node":d?void 0:e,...d?{"aria-hi\
dden":!0}:{role:"button",tabindex:a?0:-1},children:[n("title",{children:i}),n("g",{class:u,children:c})]})}function rr({
node:e,emphasis:t,tab:o}){let{value:r,width:a,height:i}=e,s=r.healthy?"good":r.inMesh?"caution":"neutral";return n(Nt,{id:e.
id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`service-node ${s}`,enters:!1,leaves:!1,label:`Service ${M(r.name)}, ${r.inMesh?`in\
 Mesh ${M(r.mesh)}`:"not in a mesh"}`,children:[n("rect",{class:"box",width:a,height:i,rx:"8"}),n("rect",{class:"stripe",
width:"4",height:i-16,x:"0",y:"8",rx:"2"}),n("text",{class:"title",x:"14",y:"26",children:Q(r.name,a-22,"title")}),n("te\
xt",{class:"sub",x:"14",y:"45",children:Q(r.headless?"headless":r.type,a-22,"small")})]})}function Nn({node:e,emphasis:t,
tab:o,enters:r,leaves:a=!1}){let{value:i,width:s,height:l}=e,d=Pt(i),c=i.state==="Exists"?i.availability??"no status":i.
state,u=i.state!=="Exists"?"bad":d?"good":"caution";return n(Nt,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`meshservice-\
node ${u}`,enters:r,leaves:a,label:`MeshService ${M(i.name)}, ${c}, ${i.online} online, ${i.offline} offline`,children:[
n("rect",{class:"box",width:s,height:l,rx:"6"}),n("path",{class:"state-sign",d:u==="good"?"M10 28l3 3 5.5-6":u==="bad"?"\
M10.5 25l6 6M16.500 25l-6 6":"M10 28h8"}),n("text",{class:"title",x:"10",y:"17",children:Q(i.name,s-20,"title")}),n("tex\
t",{class:"sub",x:"24",y:"32",children:Q(`${c}, ${i.online}/${i.online+i.offline}`,s-32,"small")})]})}function Rn({node:e,
emphasis:t,tab:o,enters:r,leaves:a=!1}){let{value:i,width:s,height:l}=e,d=i.warnings.length>0;return n(Nt,{id:e.id,x:e.x,
y:e.y,emphasis:t,tab:o,kind:`slice-node ${i.ours?"ours":""} ${d?"warned":""}`,enters:r,leaves:a,label:`EndpointSlice ${M(
i.name)} of ${M(i.manager)}, ${i.addressType}, ${W(i.endpoints,"endpoint")}, ${i.ready} ready${d?", with warnings":""}`,
children:[n("rect",{class:"box",width:s,height:l,rx:"6"}),n("text",{class:"title",x:"10",y:"17",children:Q(i.name,s-(d?38:
20),"title")}),n("text",{class:"sub",x:"10",y:"32",children:Q(`${i.addressType}, ${i.endpoints===0?"no endpoints":`${i.ready}\
 of ${i.endpoints} ready`}`,s-20,"small")}),d&&n("path",{class:"warning-sign",d:`M${s-16} 7l6 10.500h-12zM${s-16} 11v3`})]})}
var Ve=class extends te{shouldComponentUpdate(t){let{props:o}=this;return t.node.value!==o.node.value||t.node.x!==o.node.
x||t.node.y!==o.node.y||t.node.width!==o.node.width||t.emphasis!==o.emphasis||t.tab!==o.tab||t.detailed!==o.detailed||t.
leaves!==o.leaves}render({node:t,emphasis:o,tab:r,enters:a,leaves:i=!1,detailed:s}){let{value:l,width:d,height:c}=t,u=l.
warnings.length>0||l.certificate?.outcome==="Warning",v=l.addresses[0]??"",p=d-32,m=ga(p,l.name,v);return n(Nt,{id:t.id,
x:t.x,y:t.y,emphasis:o,tab:r,kind:`endpoint-node ${s?"":"compact"}`,enters:a,leaves:i,label:`${l.pod?"Pod":"Endpoint"} ${M(
l.name)}, ${Ne[l.state]??l.state}, Node ${M(l.node)||"unknown"}${u?", with warnings":""}`,children:[n("rect",{class:"hit",
width:d,height:c,rx:"4"}),n("g",{transform:s?"translate(11 12)":`translate(${d/2} ${c/2})`,children:n(Pn,{state:l.state,
size:s?12:10})}),s&&n("text",{class:"title",x:"25",y:"16",children:Q(l.name,m??p,"plain")}),s&&m!==void 0&&n("text",{class:"\
sub address",x:d-6,y:"16",children:M(v)}),s&&u&&n("circle",{class:"warning-dot",cx:"17",cy:"6",r:"3"})]})}},ha=110;function ga(e,t,o){
let r=e-xe(M(o),"small")-8;return o!==""&&o!==t&&r>=Math.min(ha,xe(M(t),"plain"))?r:void 0}function ar({layout:e,related:t,hovered:o,pinned:r,name:a}){let i=_("service"),s=R(!1);U(()=>{s.current=!0},[]);let l=R(
null),d=o.value||r.value,c=t.get(d),u=h=>d===""||d==="service"?h===d?"chosen":"":h===d?"chosen":c?.has(h)===!0?"lit":"di\
m",v=Zo(e),p=v.some(h=>h.id===i.value)?i.value:"service",m=h=>({emphasis:u(h),tab:h===p,enters:s.current}),y=h=>{let w=Rt(
h);if(h.key==="Enter"||h.key===" ")r.value=r.value===w?"":w;else if(h.key==="Escape")r.value="",o.value="";else{let z=Jo(
h.key,w,v);if(z===void 0)return;i.value=z,l.current?.querySelector(`[data-node="${CSS.escape(z)}"]`)?.focus()}h.preventDefault()},
{width:b,height:P}=e,N=$t(e.endpoints.endpoints),S=$t(e.slices),L=$t(e.meshServices),Y={emphasis:"",tab:!1,enters:!1,leaves:!0};
return n("svg",{ref:l,class:"drawing",width:b,height:P,viewBox:`0 0 ${b} ${P}`,role:"group","data-testid":"drawing","ari\
a-label":`Drawing of Service ${M(a)}. The arrow keys move, Enter keeps the details.`,onKeyDown:y,onPointerOver:h=>{o.value=
Rt(h)},onPointerLeave:()=>{o.value=""},onFocusIn:h=>{let w=Rt(h);o.value=w,w!==""&&(i.value=w)},onFocusOut:()=>{o.value=
""},onClick:h=>{let w=Rt(h);r.value=r.value===w?"":w},children:[e.columns.map(h=>n(xa,{title:h,empty:ba(e,h.label)},h.label)),
[...e.managers,...e.meshServiceFrame===void 0?[]:[e.meshServiceFrame]].map(h=>n(ya,{frame:h},h.id)),e.endpoints.zones.map(
h=>n(ir,{frame:h,kind:"zone"},h.id)),e.endpoints.nodes.map(h=>n(ir,{frame:h,kind:"knode"},h.id)),n("g",{class:"edges","a\
ria-hidden":!0,children:e.edges.map(h=>n("path",{d:h.path,class:`edge ${va(h,d,c)}`},h.id))}),n(rr,{node:e.service,...m(
"service")}),e.meshServices.map(h=>n(Nn,{node:h,...m(h.id)},h.id)),e.slices.map(h=>n(Rn,{node:h,...m(h.id)},h.id)),e.endpoints.
endpoints.map(h=>n(Ve,{node:h,detailed:e.endpoints.detailed,...m(h.id)},h.id)),L.map(h=>n(Nn,{node:h,...Y},`gone ${h.id}`)),
S.map(h=>n(Rn,{node:h,...Y},`gone ${h.id}`)),N.map(h=>n(Ve,{node:h,detailed:e.endpoints.detailed,...Y},`gone ${h.id}`))]})}
function Rt(e){return(e.target instanceof Element?e.target.closest("[data-node]"):null)?.getAttribute("data-node")??""}function va(e,t,o){
if(t===""||t==="service"||e.from==="")return"";let r=s=>s===t||o?.has(s)===!0,[a,i]=[r(e.from),r(e.to)];return a&&i&&(e.
from===t||e.to===t||e.from==="service")||a&&e.to.startsWith("zone/")&&e.from===t?"lit":"dim"}function ba(e,t){return t===
"Service"?!1:t==="MeshServices"?e.meshServices.length===0:t==="EndpointSlices"?e.slices.length===0:e.endpoints.endpoints.
length===0}function xa({title:{label:e,x:t,y:o},empty:r}){return n(x,{children:[n("text",{class:"column-title",x:t,y:o,children:e}),
r&&n("text",{class:"sub",x:t,y:o+32,children:"none"})]})}function ya({frame:e}){return n("g",{class:`frame list-frame ${e.
ours===!0?"ours":""}`,style:{transform:`translate(${e.x}px, ${e.y}px)`},children:[n("title",{children:M(e.label)}),n("re\
ct",{width:e.width,height:e.height,rx:"8"}),n("text",{class:"frame-label",x:"9",y:"17",children:Q(e.label,e.width-18,"ti\
tle")}),n("text",{class:"frame-note",x:"9",y:"34",children:e.note}),n("text",{class:"frame-note",x:"9",y:e.height-9,children:e.
more})]})}function ir({frame:e,kind:t}){let o=e.width-28-xe(e.note,"small");return n("g",{class:`frame ${t}`,style:{transform:`\
translate(${e.x}px, ${e.y}px)`},children:[n("title",{children:M(e.label)}),n("rect",{width:e.width,height:e.height,rx:t===
"zone"?8:6}),n("text",{class:"frame-label",x:"9",y:t==="zone"?16:14,children:Q(e.label,o,"small")}),n("text",{class:"fra\
me-note end",x:e.width-9,y:t==="zone"?16:14,children:e.note})]})}function sr({model:e,id:t}){return n("div",{class:"details","data-testid":"details",children:wa(e,t)})}function wa(e,t){
if(t===C.service)return n(_a,{service:e.service});let o=e.meshServices.find(i=>C.meshService(i.name)===t);if(o!==void 0)
return n(ka,{meshService:o});let r=e.slices.find(i=>C.slice(i.name)===t);if(r!==void 0)return n(Sa,{slice:r});let a=e.endpoints.
find(i=>C.endpoint(i.name)===t);return a!==void 0?n(Ma,{endpoint:a}):n("p",{class:"quiet",children:"Point at something, \
or move to it with the arrow keys, to see its details and what belongs to it."})}function At({kind:e,name:t}){return n("\
p",{class:"details-title",children:[n("span",{class:"quiet",children:e})," ",n("strong",{children:n(f,{value:t})})]})}function I({
term:e,children:t}){return n("div",{children:[n("dt",{children:e}),n("dd",{children:t})]})}function Ge({values:e}){return n(
x,{children:e.map(t=>n("span",{class:"value",children:n(f,{value:t})},t))})}function lr({warnings:e}){return n(x,{children:e.
map(t=>n("p",{class:"details-warning",children:n(f,{value:t})},t))})}function _a({service:e}){return n(x,{children:[n(At,
{kind:"Service",name:e.name}),n("dl",{class:"facts",children:[n(I,{term:"Type",children:n(f,{value:e.type})}),n(I,{term:"\
Mesh",children:e.inMesh?n(f,{value:e.mesh}):"none"}),n(I,{term:"Cluster IPs",children:n(Ge,{values:e.clusterIPs})}),n(I,
{term:"Ports",children:n(Ge,{values:e.ports})})]})]})}function ka({meshService:e}){return n(x,{children:[n(At,{kind:"Mes\
hService",name:e.name}),n("dl",{class:"facts",children:[n(I,{term:"State",children:n(f,{value:e.state})}),e.availability!==
void 0&&n(I,{term:"Availability",children:n(f,{value:e.availability})}),n(I,{term:"Proxies",children:[g(e.online)," onli\
ne, ",g(e.offline)," offline"]}),e.pod!==void 0&&n(I,{term:"Pod",children:n(f,{value:e.pod})}),e.holder!==void 0&&n(I,{term:"\
Held by",children:n(f,{value:e.holder})}),e.addresses.length>0&&n(I,{term:"Addresses",children:n(Ge,{values:e.addresses})})]})]})}
function Sa({slice:e}){return n(x,{children:[n(At,{kind:"EndpointSlice",name:e.name}),n("dl",{class:"facts",children:[n(
I,{term:"Manager",children:[n(f,{value:e.manager}),e.ours&&n("span",{class:"tag accent",children:"Meshwork"})]}),n(I,{term:"\
Addresses",children:n(f,{value:e.addressType})}),n(I,{term:"Endpoints",children:[g(e.endpoints),", ",g(e.ready)," ready"]})]}),
n(lr,{warnings:e.warnings})]})}function Ma({endpoint:e}){return n(x,{children:[n(At,{kind:e.pod?"Pod":"Endpoint",name:e.
name}),n("dl",{class:"facts",children:[n(I,{term:"State",children:[Ne[e.state]??n(f,{value:e.state}),e.phase!==""&&n(x,{
children:[" (",n(f,{value:e.phase}),")"]})]}),n(I,{term:"Node",children:[n(f,{value:e.node||"unknown"}),e.zone!==""&&n(x,
{children:[", zone ",n(f,{value:e.zone})]})]}),n(I,{term:"Addresses",children:n(Ge,{values:e.addresses})}),n(I,{term:"Sl\
ices",children:e.slices.length===0?"none":n(Ge,{values:e.slices})}),e.certificate!==void 0&&n(I,{term:"Certificate",children:n(
f,{value:e.certificate.message})})]}),n(lr,{warnings:e.warnings})]})}function cr(e){return[...Ta(e),...Ca(e),...$a(e)]}function Ta(e){let{service:t,meshServiceFrame:o,meshServices:r}=e;return o!==
void 0?[Ot("service",t,"meshServices",o)]:r.map(a=>Ot("service",t,a.id,a))}function Ca(e){let{meshServiceFrame:t,meshServices:o,
managers:r,service:a}=e;return(t!==void 0?[t]:o.length>0?o:[a]).flatMap(s=>r.map(l=>Ot(s.id,s,l.id,l)))}function $a(e){let t=new Map(
e.slices.map(a=>[a.id,a])),o=e.endpoints.detailed?[]:e.endpoints.zones,r=new Map;for(let a of e.endpoints.endpoints)for(let i of a.
value.slices){let s=t.get(`slice/${i}`);if(s===void 0)continue;let l=e.endpoints.detailed?a:o.find(c=>c.id===`zone/${a.value.
zone}`);if(l===void 0)continue;let d=Ot(s.id,s,l.id,l);r.set(d.id,d)}return[...r.values()]}var Ea=14;function Ot(e,t,o,r){
let a=t.x+t.width,i=t.y+Math.min(t.height/2,32),s=r.x,l=r.y+Math.min(r.height/2,o.startsWith("endpoint/")||o.startsWith(
"meshService/")?r.height/2:Ea),d=Math.max(12,(s-a)/2);return{id:`${e}>${o}`,from:e,to:o,path:`M${a} ${i}C${a+d} ${i} ${s-
d} ${l} ${s} ${l}`}}function Xe(e,t){let o=new Map;for(let r of e){let a=t(r),i=o.get(a);i===void 0?o.set(a,[r]):i.push(r)}return o}var Pa=40,Na=80,Ra=24,Aa=20,X=8,Re=15,Oa=210;function Ft(e){return e.endpoints.every(t=>t.pod)?"Pods":"Endpoints"}function Dt(e,{
x:t,y:o,width:r}){let i={detailed:e.length<=Pa,zones:[],nodes:[],endpoints:[],bottom:o},s=new Set(e.map(l=>l.node)).size<=
Na;for(let[l,d]of Xe(e,c=>c.zone)){let c=i.bottom+(i.zones.length>0?12:0),u={x:t+X,y:c+Ra,width:r-2*X},v=s?Fa(i,d,u):dr(
i,d,u);i.zones.push({id:`zone/${l}`,x:t,y:c,width:r,height:v-c+X,label:l===""?"no zone":l,note:pr(d)}),i.bottom=v+X}return i}
function Fa(e,t,o){let r=e.detailed?1:Math.max(1,Math.floor((o.width+X)/(Oa+X))),a=(o.width-(r-1)*X)/r,{y:i}=o,s=i;return[
...Xe(t,l=>l.node)].forEach(([l,d],c)=>{let u=c%r;u===0&&c>0&&(i=s+X);let v=o.x+u*(a+X),p={x:v+X,y:i+Aa,width:a-2*X},m=e.
detailed?Da(e,d,p):dr(e,d,p);e.nodes.push({id:`node/${d[0]?.zone??""}/${l}`,x:v,y:i,width:a,height:m-i+X-2,label:l===""?
"no Node":l,note:e.detailed?"":pr(d)}),s=Math.max(u===0?0:s,m+X-2)}),s}function Da(e,t,{x:o,y:r,width:a}){return t.forEach(
(s,l)=>e.endpoints.push({id:C.endpoint(s.name),value:s,x:o,y:r+l*24,width:a,height:24})),r+t.length*24}function dr(e,t,{
x:o,y:r,width:a}){let i=Math.max(1,Math.floor(a/Re));return t.forEach((s,l)=>e.endpoints.push({id:C.endpoint(s.name),value:s,
x:o+l%i*Re,y:r+Math.floor(l/i)*Re,width:Re,height:Re})),r+Math.ceil(t.length/i)*Re}function pr(e){let{ready:t,all:o}=nr(
e);return`${t} of ${o} ready`}var Ae=8,ur=26,Ye=8,Oe=42,Ia=12,La=6,za=12;function It(e,{x:t,y:o,width:r}){let a=e.length>Ia,i=a?e.slice(0,La):e,s=a?Ye:
0,l=o+(a?46:0),d=i.map((p,m)=>({id:C.meshService(p.name),value:p,x:t+s,y:l+m*(Oe+Ae),width:r-2*s,height:Oe})),c=l+i.length*
(Oe+Ae)-(i.length>0?Ae:0);if(!a)return{nodes:d,frame:void 0,bottom:c};let u=e.filter(Pt).length,v={id:"meshServices",x:t,
y:o,width:r,height:c-o+Ye+20,more:`and ${e.length-i.length} more`,label:`${e.length} MeshServices`,note:`${u} online, ${e.
length-u} not`};return{nodes:d,frame:v,bottom:v.y+v.height}}function Lt(e,{x:t,y:o,width:r}){let a=[],i=[],s=o;for(let[l,
d]of Xe(e,c=>c.manager)){let c=d.slice(0,za),u=d.length-c.length;c.forEach((p,m)=>i.push({id:C.slice(p.name),value:p,x:t+
Ye,y:s+ur+m*(Oe+Ae),width:r-2*Ye,height:Oe}));let v=ur+c.length*(Oe+Ae)-Ae+Ye+(u>0?20:0);a.push({id:`manager/${l}`,x:t,y:s,
width:r,height:v,label:l===""?"no manager":l,note:"",more:u>0?`and ${u} more`:"",ours:d[0]?.ours??!1}),s+=v+12}return{frames:a,
nodes:i,bottom:s-(a.length>0?12:0)}}var mr=560,Ua=280,zt=30,fr=64,An=26;function hr(e,t){let o=Math.max(Ua,Math.floor(t)),r=[],a=0,i=v=>(r.push({label:v,x:1,
y:a+16}),{x:1,y:a+zt,width:o-2}),s=i("Service"),l={id:C.service,value:e.service,...s,height:fr};a=s.y+fr+12;let d=It(e.meshServices,
i("MeshServices"));a=Math.max(d.bottom,a+zt+An)+12;let c=Lt(e.slices,i("EndpointSlices"));a=Math.max(c.bottom,a+zt+An)+12;
let u=Dt(e.endpoints,i(Ft(e)));return{width:o,height:Math.max(u.bottom,a+zt+An)+6,columns:r,service:l,meshServices:d.nodes,
meshServiceFrame:d.frame,managers:c.frames,slices:c.nodes,endpoints:u,edges:Ha(r,o)}}function Ha(e,t){let o=t/2;return e.
slice(1).map(({label:r,y:a})=>({id:`to ${r}`,from:"",to:"",path:`M${o} ${a-26}V${a+12}`}))}var Ut=30,Ht=16,Wt=34,gr=730;function Wa(e){let t=Math.max(0,e-gr)*.14,o=112,r=140+t,a=172+t;return{service:o,meshService:r,
slice:a,endpoints:e-o-r-a-3*Wt-2}}function vr(e,t){return t<mr?hr(e,t):qa(e,t)}function qa(e,t){let o=Math.max(gr,Math.floor(
t)),r=Wa(o),a=Ba(r),i={id:C.service,value:e.service,x:1,y:Ut,width:r.service,height:64},s=It(e.meshServices,{x:a.meshService,
y:Ut,width:r.meshService}),l=Lt(e.slices,{x:a.slice,y:Ut,width:r.slice}),d=Dt(e.endpoints,{x:a.endpoints,y:Ut,width:r.endpoints}),
c=Math.max(i.y+i.height,s.bottom,l.bottom,d.bottom),u={width:o,height:c+6,columns:[{label:"Service",x:1,y:Ht},{label:"Me\
shServices",x:a.meshService,y:Ht},{label:"EndpointSlices",x:a.slice,y:Ht},{label:Ft(e),x:a.endpoints,y:Ht}],service:i,meshServices:s.
nodes,meshServiceFrame:s.frame,managers:l.frames,slices:l.nodes,endpoints:d};return{...u,edges:cr(u)}}function Ba(e){let t=1+
e.service+Wt,o=t+e.meshService+Wt;return{meshService:t,slice:o,endpoints:o+e.slice+Wt}}function br({model:e}){return n("div",{class:"neighborhood-tables",children:[n(On,{title:"MeshServices",head:["Name","St\
ate","Availability","Online","Offline","Pod"],rows:e.meshServices.map(t=>[t.name,t.state,t.availability??"",g(t.online),
g(t.offline),t.pod??""])}),n(On,{title:"EndpointSlices",head:["Name","Manager","Addresses","Endpoints","Ready","Warnings"],
rows:e.slices.map(t=>[t.name,t.manager,t.addressType,g(t.endpoints),g(t.ready),t.warnings.join("; ")])}),n(On,{title:"En\
dpoints",head:["Name","State","Addresses","Node","Zone","Slices","Warnings"],rows:e.endpoints.map(t=>[t.name,Ne[t.state]??
t.state,t.addresses.join(", "),t.node,t.zone,t.slices.join(", "),t.warnings.join("; ")])})]})}function On({title:e,head:t,
rows:o}){return n(x,{children:[n("h3",{children:e}),o.length===0&&n("p",{class:"quiet",children:"None."}),o.length>0&&n(
"div",{class:"table-box",tabIndex:0,role:"region","aria-label":e,children:n("table",{children:[n("thead",{children:n("tr",
{children:t.map(r=>n("th",{scope:"col",children:r},r))})}),n("tbody",{children:o.map(r=>n("tr",{children:r.map((a,i)=>n(
"td",{children:n(f,{value:a})},i))},r[0]))})]})})]})}function xr({service:e,state:t}){let o=_(!1),r=_(""),a=_(""),{box:i,width:s}=kt(o.value),l=J(()=>er(e,t),[e,t]),d=J(()=>tr(
l),[l]),c=J(()=>vr(l,s.value),[l,s.value]),u=r.value||a.value;return n(K,{title:"Neighborhood",kind:"drawing-panel",aside:n(
"button",{type:"button",class:"button small","aria-pressed":o.value,onClick:()=>{o.value=!o.value},children:"As tables"}),
children:[o.value&&n(br,{model:l}),!o.value&&n(x,{children:[n(or,{}),n("div",{class:"drawing-box",ref:i,children:n(ar,{layout:c,
related:d,hovered:r,pinned:a,name:e.name})}),n(sr,{model:l,id:u})]})]})}function wr({state:e}){let t=D(e,"endpoint").filter(r=>r.certificate!==void 0);if(t.length===0)return n(E,{title:"No cer\
tificates",children:"Meshwork issues no certificates to the Pods of this Service."});t.sort((r,a)=>yr(r)-yr(a)||(r.name<
a.name?-1:1));let o=t.filter(r=>r.certificate.outcome==="Warning").length;return n(x,{children:[n("p",{children:[W(t.length-
o,"Pod")," with a certificate",o>0&&n(x,{children:[", ",n("strong",{children:[o," with a warning"]})]}),"."]}),n("ul",{class:"\
certificate-list",children:t.map(r=>n("li",{class:"item",children:[n(G,{mark:r.certificate.outcome==="Yes"?"Good":"Cauti\
on"}),n("span",{class:"item-label",children:n(f,{value:r.name})}),n("span",{class:"item-text",children:[n(f,{value:r.certificate.
message}),r.certificate.notAfter!==void 0&&n("span",{class:"quiet",children:[" (expires ",n(Z,{time:r.certificate.notAfter}),
")"]})]})]},r.name))})]})}function yr(e){return e.certificate.outcome==="Warning"?0:1}function _r({state:e}){let t=A(e,"xds");return t===void 0?n(E,{title:"No xDS server",children:"No xDS server is installe\
d in this cluster."}):n(x,{children:[t.unread.map(o=>n("p",{class:"refused",children:[n("strong",{children:"Could not re\
ad"})," ",n(f,{value:o})]},o)),t.servers.length>0&&n("p",{class:"quiet",children:["Asked of ",t.servers.map((o,r)=>n("sp\
an",{children:[r>0&&", ",n(f,{value:o})]},o))]}),t.servers.length>0&&t.clients.length===0&&n(E,{title:"No client",children:"\
No gRPC client gets this Service by xDS."}),n("ul",{class:"client-list",children:t.clients.map(o=>n(Ka,{client:o},`${o.server}\
 ${o.node} ${o.client} ${o.since}`))})]})}function Ka({client:e}){let{names:t,refused:o}=e;return n("li",{class:"client",
children:[n(T,{shape:o.length>0?"warning":"check",color:o.length>0?"bad":"good",label:o.length>0?"refuses":"accepts"}),n(
"div",{children:[n("p",{children:[n("strong",{children:n(f,{value:e.client})})," ",n("span",{class:"quiet",children:["si\
nce ",n(Z,{time:e.since})]})]}),n("dl",{class:"facts",children:[n("div",{children:[n("dt",{children:"Agent"}),n("dd",{children:n(
f,{value:e.agent})})]}),n("div",{children:[n("dt",{children:"Node"}),n("dd",{children:n(f,{value:e.node})})]}),n("div",{
children:[n("dt",{children:"Asks for"}),n("dd",{children:t.length===0?"everything":t.map(r=>n("span",{class:"value",children:n(
f,{value:r})},r))})]})]}),o.map(r=>n("p",{class:"refused",children:[n("strong",{children:"Refuses"})," ",n(f,{value:r})]},
r))]})]})}function kr({state:e}){let t=le(e,"event").sort(([,o],[,r])=>Date.parse(r.time)-Date.parse(o.time));return t.length===0?
n(E,{title:"No events",children:"Kubernetes keeps events for one hour, unless set otherwise."}):n("ol",{class:"event-lis\
t",children:t.map(([o,r])=>n("li",{children:[n(T,{shape:r.type==="Warning"?"warning":"dot",color:r.type==="Warning"?"cau\
tion":"neutral",label:r.type}),n("div",{children:[n("p",{class:"event-head",children:[n("strong",{children:n(f,{value:r.
reason})}),n("span",{class:"quiet",children:[n(Z,{time:r.time}),r.count>1&&`, ${W(r.count,"time")}`,", from ",n(f,{value:r.
from})]})]}),n("p",{children:n(f,{value:r.message})})]})]},o))})}function Sr({state:e}){let t=A(e,"document"),o=A(e,"remedy");return t===void 0?n(B,{label:"the explanation",lines:8}):n(
x,{children:[o!==void 0&&n("section",{class:"remedy","aria-labelledby":"remedy-heading",children:[n("h3",{id:"remedy-hea\
ding",children:"What to do"}),o.command!==void 0&&n(je,{text:o.command}),n("p",{children:n(f,{value:o.why})})]}),n(Mt,{without:"\
headline",document:o===void 0?t:ja(t,o)})]})}function ja(e,t){let o=e.blocks.findLastIndex(i=>i.kind==="heading"),r=e.blocks.
slice(o+1);return o>=0&&t.command!==void 0&&r.some(i=>i.kind==="command"&&i.text===t.command)?{blocks:e.blocks.slice(0,o)}:
e}function Mr({state:e}){let t=D(e,"delegation").sort((r,a)=>r.manager<a.manager?-1:1),o=le(e,"handover").sort(([r],[a])=>Number(
a)-Number(r));return n(x,{children:[t.length===0&&n(E,{title:"Not delegated",children:"Meshwork does not write the Endpo\
intSlices of this Service."}),t.map(r=>n(Va,{delegation:r},r.manager)),n(Ga,{slices:D(e,"slice")}),n("h3",{children:"See\
n since this page was opened"}),o.length===0&&n("p",{class:"quiet",children:"No handover has been seen."}),n("ol",{class:"\
timeline",children:o.map(([r,a])=>n("li",{children:[n(yt,{tone:a.tone}),n("time",{dateTime:a.time,children:Te(a.time)}),
n("span",{children:n(f,{value:a.text})})]},r))})]})}function Va({delegation:e}){return n("article",{class:"delegation","\
aria-label":`Delegated to ${e.manager}`,children:[n("p",{class:"delegation-manager",children:n(f,{value:e.manager})}),n(
"p",{class:"delegation-state",children:[n("span",{class:`badge ${e.effective?"good":"caution"}`,children:e.effective?"Ef\
fective":"Not effective"}),n("span",{class:"badge neutral",children:n(f,{value:e.phase})})]}),e.message!==""&&n("p",{children:n(
f,{value:e.message})}),n("dl",{class:"facts",children:[n("div",{children:[n("dt",{children:"Endpoints come from"}),n("dd",
{children:e.fromPods?"Pods":"Endpoints"})]}),n("div",{children:[n("dt",{children:e.fromPods?"Key in the selector":"Label\
 on the Endpoints"}),n("dd",{children:[n(T,{shape:e.keptAway?"check":"dash",color:e.keptAway?"good":"neutral"}),e.keptAway?
"present: the default controller is kept away":"absent: nothing keeps the default controller away"]})]}),n("div",{children:[
n("dt",{children:"Desired endpoints"}),n("dd",{children:g(e.desired)})]}),n("div",{children:[n("dt",{children:"In its sl\
ices"}),n("dd",{children:g(e.ours)})]}),n("div",{children:[n("dt",{children:"In slices of others"}),n("dd",{children:g(e.
others)})]})]})]})}function Ga({slices:e}){let t=new Map;for(let o of e){let r=t.get(o.manager)??{slices:0,endpoints:0,ready:0,
ours:o.ours};t.set(o.manager,{slices:r.slices+1,endpoints:r.endpoints+o.endpoints,ready:r.ready+o.ready,ours:o.ours})}return t.
size===0?null:n(x,{children:[n("h3",{children:"Who publishes endpoints"}),n("ul",{class:"publishers",children:[...t].sort(
([o],[r])=>o<r?-1:1).map(([o,r])=>n("li",{children:[n("span",{class:"publisher-name",children:[n(f,{value:o===""?"no man\
ager":o}),r.ours&&n("span",{class:"tag accent",children:"Meshwork"})]}),n($e,{label:o,shares:[{value:r.ready,color:r.ours?
"accent":"good",word:"ready"},{value:r.endpoints-r.ready,color:"caution",word:"not ready"}]}),n("span",{class:"quiet",children:[
g(r.endpoints)," endpoints, ",g(r.ready)," ready, in ",g(r.slices)," ",r.slices===1?"slice":"slices"]})]},o))})]})}function Tr({tabs:e,chosen:t,label:o}){let r=e.find(i=>i.id===t.value)??e[0];return n(x,{children:[n("div",{class:"tabs",
role:"tablist","aria-label":o,onKeyDown:i=>{let s=e.findIndex(c=>c.id===r?.id),l={ArrowRight:s+1,ArrowLeft:s-1,Home:0,End:e.
length-1}[i.key];if(l===void 0)return;i.preventDefault();let d=e[(l+e.length)%e.length];d!==void 0&&(t.value=d.id,document.
getElementById(`tab-${d.id}`)?.focus())},children:e.map(({id:i,label:s,count:l})=>n("button",{type:"button",role:"tab",id:`\
tab-${i}`,"aria-selected":i===r?.id,tabIndex:i===r?.id?0:-1,"aria-controls":"tab-content",onClick:()=>{t.value=i},children:[
s,l!==void 0&&l>0&&n("span",{class:"tab-count",children:g(l)})]},i))}),n("div",{class:"tab-content",role:"tabpanel",id:"\
tab-content","aria-labelledby":`tab-${r?.id??""}`,tabIndex:0,children:r?.content()})]})}var Fn={events:e=>D(e,"event").length,clients:e=>A(e,"xds")?.clients?.length??0};function Cr({state:e,namespace:t,name:o}){let r=le(e,"object").map(([c])=>c).sort(Qa),a=_(`Service/${o}`),i=_(0),s=_(void 0),
l=r.includes(a.value)?a.value:r[0];if(U(()=>{if(l===void 0)return;let c=new AbortController;return Xa(l,t,c.signal).then(
u=>{c.signal.aborted||(s.value=u)}),()=>c.abort()},[l,i.value]),l===void 0)return n(E,{title:"No object can be read"});let d=s.
value?.object===l?s.value:void 0;return n(x,{children:[n("div",{class:"yaml-head",children:[n("label",{class:"choice",children:[
n("span",{children:"Object"}),n("select",{value:l,onChange:c=>{a.value=c.currentTarget.value},children:r.map(c=>n("optio\
n",{value:c,children:M(c)},c))})]}),n("button",{type:"button",class:"button small",onClick:()=>{i.value++},children:"Rea\
d again"}),d!==void 0&&!d.failed&&n(Ce,{text:d.text})]}),d===void 0&&n(B,{label:l,lines:10}),d?.failed===!0&&n(E,{title:"\
The object cannot be shown",children:n(f,{value:d.text})}),d?.failed===!1&&n("pre",{class:"yaml",tabIndex:0,role:"region",
"aria-label":`YAML of ${M(l)}`,children:n("code",{children:Za(d.text)})})]})}async function Xa(e,t,o){let[r="",a=""]=e.split(
"/",2),i=["/api/objects",r,t,a].map((s,l)=>l===0?s:encodeURIComponent(s)).join("/");try{let s=await gt(i,o);return{object:e,
text:await s.text(),failed:!s.ok}}catch{return{object:e,text:"kubectl meshwork ui does not answer.",failed:!0}}}var Ya=/^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;
function Za(e){return M(e,"lines").split(`
`).map((t,o)=>{let r=Ya.exec(t);if(r===null)return n("span",{children:[t,`
`]},o);let[a,i="",s=""]=r;return n("span",{children:[i,n("span",{class:"yaml-key",children:s}),":",t.slice(a.length),`
`]},o)})}var Ja=["Service","Mesh","MeshService","EndpointSlice","Pod"];function Qa(e,t){let o=r=>Ja.indexOf(r.split("/",
1)[0]??"");return o(e)-o(t)||(e<t?-1:1)}function $r({namespace:e,name:t}){let o=ie(`service/${e}/${t}`).value,r=_("explanation"),a=A(o,"service"),i=A(o,"missing");
return n("div",{class:"page service",children:[n(es,{namespace:e,name:t,service:a,state:o}),i!==void 0&&n(E,{title:"This\
 Service cannot be shown",children:[n(f,{value:i.message}),". ",n("a",{href:"/services",children:"Show all Services"})]}),
i===void 0&&n("div",{class:"service-columns",children:[a===void 0?n(K,{title:"Neighborhood",children:n(B,{label:"the dra\
wing",lines:8})}):n(xr,{service:a,state:o}),n("div",{class:"panel tabs-panel",children:n(Tr,{chosen:r,label:"About this \
Service",tabs:[{id:"explanation",label:"Explanation",content:()=>n(Sr,{state:o})},{id:"events",label:"Events",count:Fn.events(
o),content:()=>n(kr,{state:o})},{id:"handover",label:"Handover",content:()=>n(Mr,{state:o})},{id:"clients",label:"Client\
s",count:Fn.clients(o),content:()=>n(_r,{state:o})},{id:"certificates",label:"Certificates",content:()=>n(wr,{state:o})},
{id:"yaml",label:"YAML",content:()=>n(Cr,{state:o,namespace:e,name:t})}]})})]})]})}function es({namespace:e,name:t,service:o,
state:r}){return n("header",{class:"service-head",children:[n("div",{class:"service-title",children:[n("p",{class:"crumb\
s",children:[n("a",{href:"/services",children:"Services"})," / ",n("a",{href:`/services?namespace=${encodeURIComponent(e)}`,
children:n(f,{value:e})})]}),n("h1",{children:n(f,{value:t})})]}),n(Ce,{text:window.location.href,label:"Copy link"}),o!==
void 0&&n(ts,{service:o,document:A(r,"document")})]})}function ts({service:e,document:t}){let o=t?.blocks.find(a=>a.kind===
"headline"),r=e.healthy?"good":e.inMesh?"caution":"neutral";return n("div",{class:"service-facts",children:[n("p",{class:`\
service-health ${r}`,children:[n(T,{shape:e.healthy?"check":e.inMesh?"warning":"dash",color:r}),n("span",{children:o?.text!==
void 0?n(f,{value:o.text}):e.inMesh?"In the mesh":"Not in a mesh"})]}),n("dl",{class:"facts",children:[n(Ze,{term:"Type",
values:[e.headless?`${e.type}, headless`:e.type]}),n(Ze,{term:"Mesh",values:[e.mesh]}),n(Ze,{term:"Cluster IPs",values:e.
clusterIPs}),n(Ze,{term:"Ports",values:e.ports}),n(Ze,{term:"Addresses",values:e.addresses}),n("div",{children:[n("dt",{
children:"Created"}),n("dd",{children:n(Z,{time:e.created})})]})]})]})}function Ze({term:e,values:t}){let o=t.filter(r=>r!==
"");return o.length===0?null:n("div",{children:[n("dt",{children:e}),n("dd",{children:o.map(r=>n("span",{class:"value",children:n(
f,{value:r})},r))})]})}function Dn(e,t,o){let r=_(e.peek()),a=R(void 0),i=R(-1/0);return ft(()=>{!o(e.value)||a.current!==void 0||(a.current=window.
setTimeout(()=>{a.current=void 0,i.current=performance.now(),r.value=e.peek()},Math.max(0,i.current+t-performance.now())))}),
U(()=>()=>window.clearTimeout(a.current),[]),r}var os=new Map([["-","in none"]]),rs=new Map([["*","all delegated"],["HandingOver","Handing over"]]),is=new Map([["*","a\
ny finding"]]),as=new Map,ss=["Online","Offline","Missing","Conflict","NoStatus","Unknown","NotInMesh"];function Pr({filters:e,
counts:t,change:o,clear:r,open:a}){let i=e.q!==""||me.some(s=>e[s]!=="");return n("div",{id:"filters",class:`filters ${a?
"open":""}`,role:"group","aria-label":"Filters",children:[n("div",{class:"chips",role:"group","aria-label":"State",children:[
n(Er,{label:"Problem",count:t.problem.get("true")??0,on:e.problem==="true",warn:!0,toggle:s=>o({problem:s?"true":""})}),
ss.map(s=>n(Er,{label:Po(s),count:t.state.get(s)??0,on:e.state===s,toggle:l=>o({state:l?s:""})},s))]}),n("div",{class:"c\
hoices",children:[n(qt,{label:"Mesh",facet:"mesh",filters:e,counts:t,change:o,words:os}),n(qt,{label:"Namespace",facet:"\
namespace",filters:e,counts:t,change:o}),n(qt,{label:"Delegated",facet:"delegated",filters:e,counts:t,change:o,words:rs}),
n(qt,{label:"Finding",facet:"finding",filters:e,counts:t,change:o,words:is}),n("button",{type:"button",class:"button sma\
ll",onClick:r,disabled:!i,children:"Clear"})]})]})}function Er({label:e,count:t,on:o,toggle:r,warn:a=!1}){return n("butt\
on",{type:"button",class:"chip","aria-pressed":o,onClick:()=>r(!o),children:[a&&n(T,{shape:"warning",color:"bad"}),e," ",
n("span",{class:"chip-count",children:g(t)})]})}function qt({label:e,facet:t,filters:o,counts:r,change:a,words:i=as}){let s=o[t],
l=i.get("*");return n("label",{class:"choice",children:[n("span",{children:e}),n("select",{value:s,class:s===""?"":"chos\
en",onChange:d=>a({[t]:d.currentTarget.value}),children:[n("option",{value:"",children:"all"}),l!==void 0&&n("option",{value:"\
*",children:l}),jo(r[t],s,i).map(({value:d,label:c,count:u})=>n("option",{value:d,children:`${M(c)} (${g(u)})`},d))]})]})}var Bt=class{byKey=new Map;sorted=[];query(t,o){this.take(t),this.sorted.sort(ds(o.sort));let r=Cn(o.q),a=Nr(o),i=this.sorted.
length;return r.length===0&&a.length===0?{rows:this.sorted.slice(),total:i}:{rows:this.sorted.filter(({row:l,text:d})=>r.
every(c=>d.includes(c))&&a.every(c=>Mn(l,c,o[c]))),total:i}}counts(t,o){this.take(t);let r=Cn(o.q),a=Nr(o),i=cs();for(let{
row:s,text:l}of this.sorted)r.every(d=>l.includes(d))&&ls(i,s,a.filter(d=>!Mn(s,d,o[d])));return i}take(t){let o=!1;for(let[
r,a]of t){let i=a,s=this.byKey.get(r);if(s===void 0){let l={key:r,row:i,text:Tn(i)};this.byKey.set(r,l),this.sorted.push(
l),o=!0}else s.row!==i&&(s.row=i,s.text=Tn(i))}if(!(!o&&this.sorted.length===t.size)){this.sorted=this.sorted.filter(r=>t.
has(r.key));for(let r of this.byKey.keys())t.has(r)||this.byKey.delete(r)}}};function ls(e,t,o){if(!(o.length>1))for(let r of o.
length===1?o:me)for(let a of Sn(t,r))e[r].set(a,(e[r].get(a)??0)+1)}function Nr(e){return me.filter(t=>e[t]!=="")}function cs(){
return{state:new Map,mesh:new Map,namespace:new Map,delegated:new Map,finding:new Map,problem:new Map}}function ds({column:e,
descending:t}){let o=t?-1:1;return(r,a)=>o*ps(r.row,a.row,e)||Fe(r.row.namespace,a.row.namespace)||Fe(r.row.name,a.row.name)}
function ps(e,t,o){switch(o){case"namespace":return Fe(e.namespace,t.namespace)||Fe(e.name,t.name);case"name":return Fe(
e.name,t.name);case"mesh":return Fe(e.mesh,t.mesh);case"state":return Ee(e.state)-Ee(t.state);case"endpoints":return e.online+
e.offline-t.online-t.offline}}function Fe(e,t){return e<t?-1:e>t?1:0}var us={Effective:{word:"Effective",color:"good"},Ineffective:{word:"Ineffective",color:"bad"},HandingOver:{word:"Handin\
g over",color:"caution"}},Kt=class extends te{flashes=0;shouldComponentUpdate(t){let{props:o}=this,r=t.changedAt>0&&t.changedAt!==
o.changedAt;return r&&this.flashes++,r||t.row!==o.row||t.top!==o.top||t.active!==o.active}render({row:t,index:o,top:r,active:a,
changedAt:i}){let s=i===0?"":`flash-${this.flashes%2}`;return n("div",{role:"row",id:`row-${o}`,"aria-rowindex":o+2,"ari\
a-selected":a,class:`row ${s}`,title:M(t.summary),style:{transform:`translateY(${r}px)`},onClick:this.onClick,children:[
n("div",{role:"gridcell",class:"cell cell-state",children:n(wt,{state:t.state})}),n("div",{role:"gridcell",class:"cell c\
ell-name",children:n("a",{href:oe(t.namespace,t.name),tabIndex:-1,children:n(de,{value:t.name})})}),n("div",{role:"gridc\
ell",class:"cell cell-namespace",children:n(de,{value:t.namespace})}),n("div",{role:"gridcell",class:"cell cell-mesh",children:t.
mesh===""?n("span",{class:"quiet",children:"\u2013"}):n(de,{value:t.mesh})}),n("div",{role:"gridcell",class:"cell cell-e\
ndpoints",children:n(fs,{row:t})}),n("div",{role:"gridcell",class:"cell cell-delegated",children:n(ms,{delegated:t.delegated})}),
n("div",{role:"gridcell",class:"cell cell-findings",children:t.findings.map(l=>n("span",{class:"tag",title:M(l),children:n(
f,{value:l})},l))})]})}onClick=t=>{!(t.button===0&&!t.metaKey&&!t.ctrlKey&&!t.shiftKey)||window.getSelection()?.type==="\
Range"||(t.preventDefault(),this.props.open(this.props.row))}};function fs({row:e}){return e.online+e.offline===0?n("spa\
n",{class:"quiet",children:e.mesh===""?"\u2013":"0"}):n("span",{class:"endpoints",children:[n($e,{label:"Endpoints",shares:[
{value:e.online,color:"good",word:"online"},{value:e.offline,color:"bad",word:"offline"}]}),n("span",{class:"endpoint-nu\
mbers","aria-hidden":!0,children:[g(e.online),n("span",{class:"quiet",children:[" / ",g(e.online+e.offline)]})]})]})}function ms({
delegated:e}){if(e==="")return null;let t=us[e];return n("span",{class:`badge ${t?.color??"neutral"}`,children:t?.word??
e})}function Rr(e,t,o,r,a=10){let i=Math.floor(e/o)-a,s=Math.ceil((e+t)/o)+a;return{first:Math.max(0,Math.min(i,r)),last:Math.
max(0,Math.min(s,r))}}function Ar(e,t,o,r){let a=e*r;return a<t?a:a+r>t+o?a+r-o:t}function Or(e,t,o,r){let a=o-1,i=s=>Math.
max(0,Math.min(a,s));switch(e){case"ArrowDown":return i(t+1);case"ArrowUp":return i(t-1);case"PageDown":return i(t+r);case"\
PageUp":return i(t-r);case"Home":return 0;case"End":return a;default:return}}var hs=[{label:"State",column:"state"},{label:"Name",column:"name"},{label:"Namespace",column:"namespace"},{label:"Mesh",
column:"mesh"},{label:"Endpoints",column:"endpoints"},{label:"Delegated"},{label:"Findings"}],Fr=40,Dr=68,Ir=window.matchMedia(
"(max-width: 720px)"),jt={address:"",scrollTop:0,active:""};function Lr({rows:e,changed:t,sort:o,onSort:r,onEscape:a,grid:i}){
let s=jt.address===be.peek(),l=_(s?jt.active:""),d=_(s?jt.scrollTop:0),c=_({height:600,rowHeight:Ir.matches?Dr:Fr}),{height:u,
rowHeight:v}=c.value,p=fe(()=>Math.floor(d.value/c.value.rowHeight)).value,m=gs(be.value,i);Le(()=>{let w=i.current;if(w===
null)return;let z=()=>{c.value={height:w.clientHeight,rowHeight:Ir.matches?Dr:Fr}},j=new ResizeObserver(z);return j.observe(
w),w.scrollTop=d.peek(),()=>{j.disconnect(),jt={address:m.current,scrollTop:d.peek(),active:l.peek()}}},[]);let y=R(0),b=vs(
e,l.value,y.current);y.current=b;let P=w=>{re(oe(w.namespace,w.name))},N=w=>{l.value=e[w]?.key??"";let z=i.current;z!==null&&
(z.scrollTop=Ar(w,z.scrollTop,u-v,v))},S=w=>{if(w.altKey||w.ctrlKey||w.metaKey)return;let z=Or(w.key,l.value===""?-1:b,e.
length,Math.floor(u/v)-2),j=e[b]?.row;if(z!==void 0)N(z);else if(w.key==="Enter"&&w.target===w.currentTarget&&j!==void 0)
P(j);else if(w.key==="Escape")a();else return;w.preventDefault()},{first:L,last:Y}=Rr(p*v,u,v,e.length),h=performance.now();
return n("div",{class:"grid",role:"grid","aria-label":"Services","aria-rowcount":e.length+1,tabIndex:0,ref:i,"data-testi\
d":"services-grid","aria-activedescendant":b>=L&&b<Y?`row-${b}`:void 0,onKeyDown:S,onScroll:w=>{d.value=w.currentTarget.
scrollTop},onFocus:()=>{l.value===""&&(l.value=e[p]?.key??"")},children:[n(xs,{sort:o,onSort:r}),n("div",{role:"rowgroup",
class:"grid-body",style:{height:`${e.length*v}px`},children:e.slice(L,Y).map(({key:w,row:z},j)=>n(Kt,{row:z,index:L+j,top:(L+
j)*v,active:w===l.value,open:P,changedAt:bs(t.get(w),h)},w))})]})}function gs(e,t){let o=R(e);return Le(()=>{o.current!==
e&&t.current!==null&&(t.current.scrollTop=0),o.current=e},[e]),o}function vs(e,t,o){return t===""?0:e[o]?.key===t?o:Math.
max(0,e.findIndex(r=>r.key===t))}function bs(e,t){return e!==void 0&&t-e<1500?e:0}function xs({sort:e,onSort:t}){return n(
"div",{role:"rowgroup",class:"grid-head",children:n("div",{role:"row","aria-rowindex":1,class:"row",children:hs.map(({label:o,
column:r})=>n("div",{role:"columnheader",class:`cell cell-${o.toLowerCase()}`,"aria-sort":r===e.column?e.descending?"des\
cending":"ascending":void 0,children:r===void 0?o:n("button",{type:"button",tabIndex:-1,onClick:()=>t({column:r,descending:r===
e.column&&!e.descending}),children:[o,n("span",{class:"sort-sign","aria-hidden":!0,children:r!==e.column?"":e.descending?
"\u2193":"\u2191"})]})},o))})})}var ys=100,ws=400;function zr(){let e=Dn(ie("services"),ys,b=>b.loaded),t=J(()=>new Bt,[]),o=fe(()=>Bo(be.value)),r=fe(()=>t.
query(e.value.entries,o.value)),a=Dn(e,ws,b=>b.loaded),i=fe(()=>t.counts(a.value.entries,o.value)),s=R(null),l=R(null),d=_(
!1);ks(s);let c=b=>{re(`/services${Ko({...o.value,...b})}`,"replace")},u=()=>re("/services","replace"),v=b=>{if(b.key===
"Escape")u();else if(b.key==="ArrowDown"||b.key==="Enter")l.current?.focus();else return;b.preventDefault()},{rows:p,total:m}=r.
value,y=me.filter(b=>o.value[b]!=="").length;return n("div",{class:"services",children:[n("div",{class:"services-head",children:[
n("h1",{children:"Services"}),n("p",{class:"services-count","data-testid":"count",children:e.value.loaded&&(p.length===m?
W(m,"Service"):`${g(p.length)} of ${W(m,"Service")}`)}),n("label",{class:"search",children:[n("span",{class:"unseen",children:"\
Search Services"}),n("input",{ref:s,type:"search",placeholder:"Search name, address, finding",value:o.value.q,spellcheck:!1,
autocomplete:"off",onInput:b=>c({q:b.currentTarget.value}),onKeyDown:v}),n("kbd",{"aria-hidden":!0,children:"/"})]}),n("\
button",{type:"button",class:"button filters-toggle","aria-expanded":d.value,"aria-controls":"filters",onClick:()=>{d.value=
!d.value},children:["Filters",y>0?` (${y})`:""]})]}),n(Pr,{filters:o.value,counts:i.value,change:c,clear:u,open:d.value}),
!e.value.loaded&&n(B,{label:"Services",lines:12}),e.value.loaded&&p.length===0&&n(_s,{total:m,clear:u}),e.value.loaded&&
p.length>0&&n(Lr,{rows:p,changed:e.value.changed,sort:o.value.sort,onSort:b=>c({sort:b}),onEscape:u,grid:l})]})}function _s({
total:e,clear:t}){return e===0?n(E,{title:"There are no Services",children:"Or none that you are allowed to read."}):n("\
div",{class:"nothing",children:[n("p",{class:"nothing-title",children:"No Service matches"}),n("button",{type:"button",class:"\
button",onClick:t,children:"Clear search and filters"})]})}function ks(e){U(()=>{let t=o=>{let r=o.target instanceof HTMLElement&&
o.target.closest("input, select, textarea")!==null;o.key!=="/"||r||o.ctrlKey||o.metaKey||o.altKey||(o.preventDefault(),e.
current?.focus(),e.current?.select())};return document.addEventListener("keydown",t),()=>document.removeEventListener("k\
eydown",t)},[])}function Ur({cluster:e}){return n("div",{class:"banners",role:"status","aria-label":"Notices",children:Ss(e)})}function Ss(e){
let{phase:t,reconnected:o}=V,r=new Date(V.heard.value).toISOString();if(t.value==="ended")return n(Je,{kind:"bad",title:"\
kubectl meshwork ui has ended",children:["Start ",n("code",{children:"kubectl meshwork ui"})," again and open the addres\
s that it prints. What you see is the picture of ",n(Vt,{time:r}),"."]});if(t.value==="interrupted")return n(Je,{kind:"c\
aution",title:"The connection was interrupted",children:["Connecting again. What you see is the picture of ",n(Vt,{time:r}),
"."]});if(t.value==="silent")return n(Je,{kind:"bad",title:"kubectl meshwork ui does not answer",children:["since ",n(Vt,
{time:r}),". It may be suspended or overloaded. What you see is the last picture."]});let a=A(e,"connection");return t.value===
"open"&&a?.connected===!1?n(Je,{kind:"caution",title:"The API server cannot be reached",children:["since ",n(Vt,{time:a.
since}),": ",n(f,{value:a.message}),". What you see is the last picture."]}):o.value?n(Je,{kind:"good",title:"Connected \
again"}):null}function Vt({time:e}){return n(x,{children:[Te(e)," (",n(Z,{time:e}),")"]})}function Je({kind:e,title:t,children:o}){
return n("div",{class:`banner ${e}`,children:[n(T,{shape:e==="good"?"check":e==="bad"?"cross":"warning",color:e}),n("p",
{children:[n("strong",{children:t})," ",o]})]})}function Hr({cluster:e}){let t=A(e,"gaps")??[];return t.length===0?null:n("section",{class:"gaps","aria-label":"What cou\
ld not be read",children:n("details",{children:[n("summary",{children:[n(T,{shape:"question",color:"caution"}),n("span",
{children:[W(t.length,"kind of object","kinds of objects")," could not be read. The rest is shown."]})]}),n("ul",{children:t.
map(o=>n("li",{children:[n("strong",{children:n(f,{value:o.kind})}),n("span",{class:"tag",children:o.forbidden?"not allo\
wed":"not available"}),n("span",{children:n(f,{value:o.message})})]},o.kind))})]})})}var Ms=[{href:"/",label:"Overview",pages:["overview"]},{href:"/services",label:"Services",pages:["services","service"]},
{href:"/addresses",label:"Addresses",pages:["addresses"]}];function Wr({cluster:e}){let t=A(e,"info");return n("header",
{class:"top",children:[n("a",{class:"brand",href:"/","aria-label":"Meshwork, overview",children:[n("img",{src:"/icon.svg",
alt:"",width:"24",height:"24"}),n("span",{children:"Meshwork"})]}),n("nav",{"aria-label":"Pages",children:Ms.map(o=>n("a",
{href:o.href,"aria-current":o.pages.includes(ve.value.page)?"page":void 0,children:o.label},o.href))}),n("div",{class:"t\
op-facts",children:[t!==void 0&&n(Ts,{info:t}),n(Cs,{cluster:A(e,"connection")}),n(Ps,{})]})]})}function Ts({info:e}){return n(
"div",{class:"cluster-facts",title:`${e.server} \xB7 Kubernetes ${e.version} \xB7 kubectl meshwork ${e.pluginVersion}`,children:[
n("span",{class:"fact",children:[n("span",{class:"fact-label",children:"Context"})," ",n(de,{value:e.context})]}),e.scope!==
""&&n("span",{class:"fact scope",children:[n("span",{class:"fact-label",children:"Namespace"})," ",n(de,{value:e.scope}),
n("span",{class:"fact-label",children:"only"})]})]})}function Cs({cluster:e}){let{color:t,word:o,since:r}=$s(e);return n(
"div",{class:`connection ${t}`,role:"status","aria-label":"Connection","data-testid":"connection",children:[n("svg",{viewBox:"\
0 0 10 10",width:"10",height:"10","aria-hidden":!0,children:t==="good"?n("circle",{cx:"5",cy:"5",r:"4.5"}):n("rect",{x:"\
1",y:"1",width:"8",height:"8"})}),n("span",{class:"connection-word",children:[o,r!==void 0&&n("span",{"aria-hidden":!0,children:[
" for ",vn(Me.value-r)]})]})]})}function $s(e){switch(V.phase.value){case"connecting":return{color:"neutral",word:"Conne\
cting"};case"silent":return{color:"bad",word:"Silent",since:V.heard.value};case"ended":case"interrupted":case"refused":return{
color:"bad",word:"Disconnected"};case"open":return e?.connected!==!1?{color:"good",word:"Live"}:{color:"caution",word:"A\
PI server silent",since:Date.parse(e.since)}}}var Es={system:"M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",light:"M8 5a3 3 0\
 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",dark:"M13.5 9.8\
A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z"};function Ps(){return n("button",{type:"button",class:"button icon-only",onClick:To,
"aria-label":`Theme: ${ce.value}`,title:`Theme: ${ce.value}`,children:n("svg",{class:`icon theme-${ce.value}`,viewBox:"0\
 0 16 16",width:"16",height:"16","aria-hidden":!0,children:n("path",{d:Es[ce.value]})})})}function qr(){return n("main",{id:"main",class:"message-page",children:[n("img",{src:"/icon.svg",alt:"",width:"48",height:"\
48"}),n("h1",{children:"Open the address that kubectl meshwork ui printed"}),n("p",{children:"The address ends with a to\
ken, so that nobody else on this machine can read your cluster with your permissions. Each start of the command has a ne\
w one."}),n("p",{children:"If you do not have the address any more, stop the command and start it again:"}),n(je,{text:"\
kubectl meshwork ui"})]})}function Br(){let e=ie("cluster"),t=R(null);return U(()=>{document.title=As(ve.value)},[ve.value]),U(()=>{qe.value!==0&&
(window.scrollTo(0,0),t.current?.focus({preventScroll:!0}))},[qe.value]),V.phase.value==="refused"?n(qr,{}):n(x,{children:[
n("a",{class:"skip",href:"#main",children:"Skip to content"}),n(Wr,{cluster:e.value}),n(Ur,{cluster:e.value}),n(Hr,{cluster:e.
value}),n("main",{id:"main",ref:t,tabIndex:-1,class:Ns(e.value)?"stale":"","data-page":ve.value.page,children:n(Rs,{route:ve.
value})})]})}function Ns(e){let t=V.phase.value;return t==="ended"||t==="interrupted"||t==="silent"?!0:e.entries.get("co\
nnection")?.connected===!1}function Rs({route:e}){switch(e.page){case"overview":return n(Xo,{});case"services":return n(
zr,{});case"service":return n($r,{namespace:e.namespace,name:e.name},`${e.namespace}/${e.name}`);case"addresses":return n(
Io,{});case"unknown":return n("div",{class:"message-page",children:[n("h1",{children:"There is no such page"}),n("p",{children:n(
"a",{href:"/",children:"Go to the overview"})})]})}}function As(e){switch(e.page){case"overview":return"Overview \xB7 Meshw\
ork";case"services":return"Services \xB7 Meshwork";case"service":return`${e.namespace}/${e.name} \xB7 Meshwork`;case"add\
resses":return"Addresses \xB7 Meshwork";case"unknown":return"Not found \xB7 Meshwork"}}Co();hn();yo();bo();wo(()=>V.open());V.open();var Kr=document.getElementById("app");Kr!==null&&Jn(n(Br,{}),Kr);
